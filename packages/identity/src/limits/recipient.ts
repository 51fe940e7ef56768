import { domainToASCII } from 'node:url'

import { phoneOf } from '../identities/phone.ts'

/**
 * What counts as one recipient, however an address is spelled. Only for counting: two mailboxes that are taken for one
 * share an allowance, which harms less than one that has many. Schemas decide what an address may look like
 * (`format: no-validate`), so names, brackets, comments and invisible characters are left out; a tag (RFC 5233:
 * `ada+news@`) reaches the mailbox without it.
 */
export function recipientOf(address: string): string {
  const text = address.normalize('NFKC').toLowerCase()
  return text.includes('@') ? mailboxOf(text) : telephoneOf(address, text)
}

function mailboxOf(text: string): string {
  const inner = /<([^<>]*@[^<>]*)>/.exec(text)?.[1] ?? text
  const bare = inner.replace(/^\s*mailto:/, '').replace(/\([^()]*\)|["\\\p{C}\p{Z}]/gu, '')
  const at = bare.lastIndexOf('@')
  const [name, domain] = [bare.slice(0, at), bare.slice(at + 1).replace(/\.+$/, '')]
  const plus = name.indexOf('+')
  return `${plus > 0 ? name.slice(0, plus) : name}@${domainToASCII(domain) || domain}`
}

function telephoneOf(address: string, text: string): string {
  return (phoneOf(address) ?? text).replace(/\D/g, '').replace(/^0+/, '') || text.trim()
}
