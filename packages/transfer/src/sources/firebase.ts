import { z } from 'zod'
import { addressesOf, objectsOf, parsedObject, textOf } from './foreign-person.ts'
import type { Json } from '../import-entry.ts'
import type { Source, SourceOptions } from './source.ts'

/** How Firebase hashes, as its console shows it (Authentication, Users, Password hash parameters). */
const firebaseHash = z.object({
  base64_signer_key: z.string().min(1),
  base64_salt_separator: z.string().default(''),
  rounds: z.coerce.number().int().min(1).max(120),
  mem_cost: z.coerce.number().int().min(1).max(20),
})

/**
 * Reads the parameters as the console shows them, `hash_config { name: value, … }`, which is no JSON; undefined if one
 * is missing.
 */
export function readFirebaseHash(text: string): Json | undefined {
  const pairs = text.split(/[{},\n]/).map((line) => {
    const [name = '', ...value] = line.split(':').map((part) => part.replaceAll('"', '').trim())
    return [name, value.join(':')]
  })
  return firebaseHash.safeParse(Object.fromEntries(pairs)).data
}

const own: ReadonlySet<string> = new Set(['password', 'phone', 'anonymous'])

/** Firebase: the JSON of `firebase auth:export`. Source: Firebase’s documentation of that command. */
export const firebase: Source = {
  title: 'Firebase',
  marks: [['localId']],
  list: 'users',
  person: (record, _more, options) => {
    const id = textOf(record['localId'])
    if (id === undefined) return 'has no localId'
    const [email, phone] = [textOf(record['email']), textOf(record['phoneNumber'])]
    const linked = objectsOf(record['providerUserInfo']).filter(({ providerId }) => !own.has(textOf(providerId) ?? ''))
    if (email === undefined && phone === undefined && linked.length === 0) return 'is an anonymous account'
    const hash = hashOf(textOf(record['passwordHash']), textOf(record['salt']), options)
    return {
      id,
      emails: addressesOf(email, record['emailVerified']),
      phones: addressesOf(phone, true),
      name: textOf(record['displayName']),
      picture: textOf(record['photoUrl']),
      disabled: record['disabled'] === true,
      hash,
      links: linked.flatMap(({ providerId, rawId }) => {
        const [provider, subject] = [textOf(providerId), textOf(rawId)]
        if (provider === undefined || subject === undefined) return []
        return [{ provider: options.provider(provider, provider.replace(/\.com$/, '')), subject }]
      }),
      metadataAdmin: parsedObject(record['customAttributes']),
      left: [
        ...(hash === undefined && textOf(record['passwordHash']) !== undefined
          ? [{ what: 'password', why: 'the hash parameters were not given; the Firebase console shows them' }]
          : []),
        ...(objectsOf(record['mfaInfo']).length > 0
          ? [{ what: 'second factors', why: 'Firebase does not export their keys; they are set up again' }]
          : []),
      ],
    }
  },
}

function hashOf(hash: string | undefined, salt: string | undefined, { firebaseHash: given }: SourceOptions) {
  if (hash === undefined || salt === undefined || given === undefined) return undefined
  const { rounds, mem_cost: cost, base64_signer_key: key, base64_salt_separator: separator } = firebaseHash.parse(given)
  return `$firescrypt$ln=${cost},r=${rounds},p=1$${standard(salt)}$${standard(hash)}$${separator}$${key}`
}

/** Older exports have the alphabet of URLs. */
const standard = (base64: string) => base64.replaceAll('-', '+').replaceAll('_', '/')
