import type { Json, LeftBehind } from '../import-entry.ts'
import { authenticatorUrl } from './authenticator-url.ts'
import { addressesOf, objectOf, objectsOf, parsedObject, textOf } from './foreign-person.ts'
import type { Source } from './source.ts'

/** Keycloak: the export of a realm with its users (`kc.sh export --users same_file`). Source: Keycloak’s server guides. */
export const keycloak: Source = {
  title: 'Keycloak',
  marks: [['username', 'createdTimestamp'], ['username', 'credentials', 'enabled'], ['serviceAccountClientId']],
  list: 'users',
  person: (record, _more, { provider: named }) => {
    const id = textOf(record['id'])
    if (id === undefined) return 'has no id'
    if (textOf(record['serviceAccountClientId']) !== undefined) return 'is a service account'
    const credentials = objectsOf(record['credentials'])
    const password = credentials.find(({ type }) => type === 'password')
    const hash = password && hashOf(password)
    const attributes = objectOf(record['attributes']) ?? {}
    const { locale, phoneNumber, phoneNumberVerified, ...rest } = attributes
    const email = textOf(record['email'])
    const apps = credentials.filter(({ type }) => type === 'otp' || type === 'totp')
    const totps = apps.flatMap((one) => totpOf(one, email ?? id) ?? [])
    return {
      id,
      emails: addressesOf(email, record['emailVerified']),
      phones: addressesOf(first(phoneNumber), first(phoneNumberVerified)),
      username: textOf(record['username']),
      firstName: textOf(record['firstName']),
      lastName: textOf(record['lastName']),
      language: textOf(first(locale)),
      disabled: record['enabled'] === false,
      hash,
      totpUrl: totps[0],
      links: objectsOf(record['federatedIdentities']).flatMap(({ identityProvider, userId }) => {
        const [provider, subject] = [textOf(identityProvider), textOf(userId)]
        return provider === undefined || subject === undefined ? [] : [{ provider: named(provider, provider), subject }]
      }),
      metadataAdmin: objectOf(rest),
      left: [
        ...(password !== undefined && hash === undefined
          ? [
              {
                what: 'password',
                why: `no import takes hashes of the kind ${algorithmOf(password)}; they are recovered`,
              },
            ]
          : []),
        ...totps.slice(1).map((): LeftBehind => ({ what: 'further authenticator apps', why: 'an account has one' })),
        ...apps.slice(totps.length).map((): LeftBehind => ({
          what: 'authenticator apps',
          why: 'they count (HOTP), or their key cannot be read; they are set up again',
        })),
        ...credentials
          .filter(({ type }) => String(type).startsWith('webauthn'))
          .map((): LeftBehind => ({
            what: 'security keys and passkeys',
            why: 'they belong to the address of Keycloak',
          })),
      ],
    }
  },
}

/** Attributes are lists. */
const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value)

const dataOf = (credential: Json) => parsedObject(credential['credentialData']) ?? {}
const secretOf = (credential: Json) => parsedObject(credential['secretData']) ?? {}
const algorithmOf = (credential: Json) => textOf(dataOf(credential)['algorithm']) ?? 'unknown'

/** Returns a hash of Keycloak in the form of the import. */
function hashOf(credential: Json): string | undefined {
  const [data, secret] = [dataOf(credential), secretOf(credential)]
  const [value, salt] = [textOf(secret['value']), textOf(secret['salt'])]
  const iterations = textOf(data['hashIterations'])
  if (value === undefined || salt === undefined || iterations === undefined) return undefined
  const algorithm = algorithmOf(credential)
  const bare = (base64: string) => base64.replace(/={1,2}$/, '')
  if (algorithm === 'argon2') {
    const more = objectOf(data['additionalParameters']) ?? {}
    const [memory, lanes, type] = ['memory', 'parallelism', 'type'].map((name) => textOf(first(more[name])))
    if (memory === undefined || lanes === undefined) return undefined
    return `$argon2${type ?? 'id'}$v=19$m=${memory},t=${iterations},p=${lanes}$${bare(salt)}$${bare(value)}`
  }
  const digest = /^pbkdf2(?:-(sha(?:1|256|512)))?$/.exec(algorithm)
  if (digest === null) return undefined
  const length = Buffer.from(value, 'base64').length
  return `$pbkdf2-${digest[1] ?? 'sha1'}$i=${iterations},l=${length}$${bare(salt)}$${bare(value)}`
}

/** Returns the authenticator's URL: Keycloak stores the key as it is, or marks it as base32. */
function totpOf(credential: Json, account: string): string | undefined {
  const [data, value] = [dataOf(credential), textOf(secretOf(credential)['value'])]
  if (value === undefined || textOf(data['subType']) === 'hotp') return undefined
  return authenticatorUrl({
    secret: textOf(data['secretEncoding']) === 'BASE32' ? { base32: value } : { text: value },
    account,
    algorithm: (textOf(data['algorithm']) ?? 'HmacSHA1').replace(/^Hmac/, ''),
    digits: Number(textOf(data['digits']) ?? 6),
    period: Number(textOf(data['period']) ?? 30),
  })
}
