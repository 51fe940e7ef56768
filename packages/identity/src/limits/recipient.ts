import { createHash } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { withoutTrailing } from '@gatehouse/contract/http'
import { bounds } from '../http/bounds.ts'
import { phoneOf } from '../identities/address.ts'

/**
 * Returns the key that counts as one recipient, however an address is spelled. Only for counting: two mailboxes that
 * count as one share an allowance, which harms less than one mailbox with many. Schemas decide the form of an address
 * (`format: no-validate`), so names, brackets, comments and invisible characters are left out; a tag (RFC 5233:
 * `ada+news@`) reaches the mailbox without it. A text that is longer than any address is counted by its digest, and is
 * not searched for an address.
 */
export function recipientOf(address: string): string {
  // Accounts are found by the trimmed name: blanks do not change the recipient.
  const trimmed = address.trim()
  if (trimmed.length > bounds.charactersOfAddress) return createHash('sha256').update(trimmed).digest('hex')
  const text = trimmed.normalize('NFKC').toLowerCase()
  return text.includes('@') ? mailboxOf(text) : telephoneOf(trimmed, text)
}

function mailboxOf(text: string): string {
  const inner = Array.from(text.matchAll(/<([^<>]*)>/g), ([, within = '']) => within).find((one) => one.includes('@'))
  const bare = (inner ?? text).replace(/^\s*mailto:/, '').replace(/\([^()]*\)|["\\\p{C}\p{Z}]/gu, '')
  const at = bare.lastIndexOf('@')
  const [name, domain] = [bare.slice(0, at), withoutTrailing(bare.slice(at + 1), '.')]
  const plus = name.indexOf('+')
  return `${plus > 0 ? name.slice(0, plus) : name}@${domainToASCII(domain) || domain}`
}

function telephoneOf(address: string, text: string): string {
  return (phoneOf(address) ?? text).replace(/\D/g, '').replace(/^0+/, '') || text.trim()
}
