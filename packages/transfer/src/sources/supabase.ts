import { addressesOf, parsedObject, textOf } from './foreign-person.ts'
import type { Json } from '../import-entry.ts'
import type { Source } from './source.ts'

/** Names of `raw_user_meta_data` that become traits. */
const named: ReadonlySet<string> = new Set([
  'full_name',
  'name',
  'avatar_url',
  'picture',
  'email',
  'email_verified',
  'phone_verified',
  'sub',
  'iss',
  'provider_id',
])
const own: ReadonlySet<string> = new Set(['email', 'phone'])

/** Supabase: rows of `auth.users`, and of `auth.identities`, as CSV or JSON. Source: the schema of Supabase’s auth server. */
export const supabase: Source = {
  title: 'Supabase',
  marks: [
    ['encrypted_password', 'raw_user_meta_data'],
    ['identity_data', 'provider', 'user_id'],
  ],
  more: (record) => (textOf(record['provider']) === undefined ? undefined : textOf(record['user_id'])),
  person: (record, more, { provider: called }) => {
    const id = textOf(record['id'])
    if (id === undefined) return 'has no id'
    if (textOf(record['deleted_at']) !== undefined) return 'is deleted'
    if (record['is_anonymous'] === true || /^t(?:rue)?$/.test(textOf(record['is_anonymous']) ?? ''))
      return 'is an anonymous account'
    const profile = parsedObject(record['raw_user_meta_data']) ?? {}
    const banned = Date.parse(textOf(record['banned_until']) ?? '')
    const rest = Object.entries(profile).filter(([name]) => !named.has(name))
    return {
      id,
      emails: addressesOf(record['email'], textOf(record['email_confirmed_at']) !== undefined),
      phones: addressesOf(phoneOf(record), textOf(record['phone_confirmed_at']) !== undefined),
      name: textOf(profile['full_name']) ?? textOf(profile['name']),
      picture: textOf(profile['avatar_url']) ?? textOf(profile['picture']),
      disabled: banned > Date.now(),
      hash: textOf(record['encrypted_password']),
      links: more.flatMap((one) => {
        const provider = textOf(one['provider'])
        const subject = textOf(one['provider_id']) ?? textOf(parsedObject(one['identity_data'])?.['sub'])
        if (provider === undefined || subject === undefined || own.has(provider)) return []
        return [{ provider: called(provider, provider), subject }]
      }),
      metadataPublic: rest.length === 0 ? undefined : Object.fromEntries(rest),
      metadataAdmin: parsedObject(record['raw_app_meta_data']),
    }
  },
}

/** Numbers are kept without the sign that begins them. */
function phoneOf(record: Json): string | undefined {
  const phone = textOf(record['phone'])
  return phone === undefined || phone.startsWith('+') ? phone : `+${phone}`
}
