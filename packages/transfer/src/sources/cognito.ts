import { addressesOf, objectsOf, parsedJson, textOf } from './foreign-person.ts'
import type { Source } from './source.ts'

/** Attributes that become something else than metadata. */
const known =
  /^(?:sub|email|email_verified|phone_number|phone_number_verified|given_name|family_name|name|locale|picture|identities|preferred_username)$/

/** Amazon Cognito: the JSON of `aws cognito-idp list-users`. Source: the reference of ListUsers. */
export const cognito: Source = {
  title: 'Amazon Cognito',
  marks: [
    ['Username', 'Attributes'],
    ['Username', 'UserStatus'],
  ],
  list: 'Users',
  person: (record, _more, { provider: named }) => {
    const attributes = new Map(
      objectsOf(record['Attributes'] ?? record['UserAttributes']).map(({ Name, Value }) => [
        String(Name),
        textOf(Value),
      ]),
    )
    const username = textOf(record['Username'])
    const id = attributes.get('sub') ?? username
    if (id === undefined) return 'has neither a sub nor a Username'
    const links = objectsOf(parsedJson(attributes.get('identities'))).flatMap(({ providerName, userId }) => {
      const [provider, subject] = [textOf(providerName), textOf(userId)]
      if (provider === undefined || subject === undefined) return []
      return [{ provider: named(provider, provider.toLowerCase()), subject }]
    })
    const isOwn = textOf(record['UserStatus']) !== 'EXTERNAL_PROVIDER'
    const rest = [...attributes].filter(([name, value]) => !known.test(name) && value !== undefined)
    return {
      id,
      emails: addressesOf(attributes.get('email'), attributes.get('email_verified')),
      phones: addressesOf(attributes.get('phone_number'), attributes.get('phone_number_verified')),
      // A pool whose people sign in by their address names them by an id, and those of providers by provider and id.
      username: attributes.get('preferred_username') ?? (isOwn && username !== id ? username : undefined),
      firstName: attributes.get('given_name'),
      lastName: attributes.get('family_name'),
      name: attributes.get('name'),
      language: attributes.get('locale'),
      picture: attributes.get('picture'),
      disabled: record['Enabled'] === false,
      links,
      metadataAdmin: rest.length === 0 ? undefined : Object.fromEntries(rest),
      left: [
        ...(isOwn
          ? [{ what: 'password', why: 'Cognito hands out no hashes; they are recovered at the first sign-in' }]
          : []),
        ...(Array.isArray(record['UserMFASettingList']) || objectsOf(record['MFAOptions']).length > 0
          ? [{ what: 'second factors', why: 'Cognito does not export their keys; they are set up again' }]
          : []),
      ],
    }
  },
}
