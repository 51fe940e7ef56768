import type { Source } from './source.ts'
import { addressesOf, objectOf, objectsOf, textOf } from './foreign-person.ts'

/** The connection of people with a password of Auth0’s own. */
const ownProvider = 'auth0'

/**
 * Auth0: the export of users (one JSON object a line), and the file of password hashes that its support hands out.
 * Source: Auth0’s documentation of bulk user exports and of its data exports.
 */
export const auth0: Source = {
  title: 'Auth0',
  marks: [
    ['user_id', 'identities'],
    ['_id', 'passwordHash'],
  ],
  more: (record) => {
    const id = objectOf(record['_id'])?.['$oid'] ?? record['_id']
    return textOf(record['passwordHash']) === undefined ? undefined : `${ownProvider}|${textOf(id) ?? ''}`
  },
  person: (record, more, { provider: named }) => {
    const id = textOf(record['user_id']) ?? textOf(record['Id'])
    if (id === undefined) return 'has no user_id'
    const hash = more.map((one) => textOf(one['passwordHash'])).find((one) => one !== undefined)
    const identities = objectsOf(record['identities'])
    const hasPassword = id.startsWith(`${ownProvider}|`)
    const name = textOf(record['name'])
    return {
      id,
      emails: addressesOf(record['email'], record['email_verified']),
      phones: addressesOf(record['phone_number'], record['phone_verified']),
      username: textOf(record['username']),
      firstName: textOf(record['given_name']),
      lastName: textOf(record['family_name']),
      // Auth0 names a person without a name by their address.
      name: name === textOf(record['email']) ? undefined : name,
      language: textOf(record['locale']),
      picture: textOf(record['picture']),
      disabled: record['blocked'] === true,
      hash,
      links: identities.flatMap(({ provider, user_id: subject }) => {
        const [from, of] = [textOf(provider), textOf(subject)]
        if (from === undefined || of === undefined || from === ownProvider) return []
        return [{ provider: named(from, from), subject: of }]
      }),
      metadataPublic: objectOf(record['user_metadata']),
      metadataAdmin: objectOf(record['app_metadata']),
      left: [
        ...(hasPassword && hash === undefined
          ? [{ what: 'password', why: 'the file of hashes, which Auth0’s support hands out, has none for them' }]
          : []),
        ...(objectsOf(record['multifactor']).length > 0 || Array.isArray(record['multifactor'])
          ? [{ what: 'second factors', why: 'Auth0 does not export their keys; they are set up again' }]
          : []),
      ],
    }
  },
}
