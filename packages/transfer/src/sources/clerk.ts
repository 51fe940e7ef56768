import { authenticatorUrl } from './authenticator-url.ts'
import { addressesOf, textOf, type ForeignAddress } from './foreign-person.ts'
import type { Json } from '../import-entry.ts'
import type { Source } from './source.ts'

/** Hashers of Clerk whose digests the import takes as they are. */
const hashers: ReadonlySet<string> = new Set(['bcrypt', 'argon2id', 'argon2i'])

/** Clerk: the CSV of the dashboard (Settings, User exports). Source: Clerk’s documentation of exports and migrations. */
export const clerk: Source = {
  title: 'Clerk',
  marks: [
    ['primary_email_address', 'password_hasher'],
    ['primary_email_address', 'verified_email_addresses'],
  ],
  person: (record) => {
    const id = textOf(record['id'])
    if (id === undefined) return 'has no id'
    const [digest, hasher] = [textOf(record['password_digest']), textOf(record['password_hasher'])]
    const isTaken = digest !== undefined && (hasher === undefined || hashers.has(hasher))
    const totp = textOf(record['totp_secret'])
    const emails = addresses(record, 'email_addresses', 'primary_email_address')
    return {
      id,
      emails,
      phones: addresses(record, 'phone_numbers', 'primary_phone_number'),
      username: textOf(record['username']),
      firstName: textOf(record['first_name']),
      lastName: textOf(record['last_name']),
      hash: isTaken ? digest : undefined,
      totpUrl:
        totp === undefined
          ? undefined
          : authenticatorUrl({ secret: { base32: totp }, account: emails[0]?.value ?? id }),
      left:
        digest === undefined || isTaken
          ? []
          : [{ what: 'password', why: `no import takes hashes of the kind ${hasher}; they are recovered` }],
    }
  },
}

/** Returns the addresses, the primary one first; columns hold several, parted by a bar, a comma or white space. */
function addresses(record: Json, kind: string, primary: string): readonly ForeignAddress[] {
  const list = (column: string) => (textOf(record[column]) ?? '').split(/[|,;\s]+/).filter((one) => one !== '')
  const verified = list(`verified_${kind}`)
  const all = new Set([...list(primary), ...verified, ...list(`unverified_${kind}`)])
  return [...all].flatMap((value) => addressesOf(value, verified.includes(value)))
}
