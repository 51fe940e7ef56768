import type { IdentityConfig } from '../configuration/config.ts'
import { RefusalError } from '../http/answer.ts'
import { countFirstFactors, isPasswordless } from '../identities/first-factors.ts'
import type { Credential, CredentialType, Identity } from '../identities/identity.ts'

/** The types that can be taken away, and the key of `config` that makes them usable. */
const removable = {
  password: 'hashed_password',
  totp: 'totp_url',
  lookup_secret: 'recovery_codes',
  webauthn: 'credentials',
  oidc: 'providers',
  saml: 'providers',
} as const satisfies Partial<Record<CredentialType, string>>

type Removable = keyof typeof removable

/** `identifier` names one account at a provider; only `oidc` and `saml` have such. */
export interface CredentialRemoval {
  readonly type: string
  readonly identifier: string | undefined
}

/** The identity without one of its credentials. Refuses what is not set up, and to take the last way to sign in. */
export function withoutCredential(
  identity: Identity,
  { type, identifier }: CredentialRemoval,
  methods: IdentityConfig['selfservice']['methods'],
  now: number,
): Identity {
  if (!isRemovable(type)) {
    if (Object.hasOwn(identity.credentials, type)) {
      throw new RefusalError({ code: 400, reason: `Credentials of type ${type} cannot be removed.` })
    }
    throw notSetUp(type)
  }
  const credential = identity.credentials[type]
  if (!credential || !isSetUp(credential)) throw notSetUp(type)
  const left = remaining(identity, credential, identifier, now)
  const isFirstFactor = type === 'password' || type === 'oidc' || type === 'saml'
  if (isFirstFactor && countFirstFactors(left, methods) === 0) {
    throw new RefusalError({ code: 400, reason: 'This is the last way to sign in; it cannot be removed.' })
  }
  return left
}

function remaining(identity: Identity, credential: Credential, identifier: string | undefined, now: number): Identity {
  const { [credential.type]: _removed, ...others } = identity.credentials
  const keys = credential.type === 'webauthn' ? keysThatSignIn(credential) : []
  if (keys.length > 0) {
    const kept = { ...credential, config: { ...credential.config, credentials: keys }, updatedAt: now }
    return { ...identity, credentials: { ...others, webauthn: kept }, updatedAt: now }
  }
  const provided = credential.type === 'oidc' || credential.type === 'saml'
  if (!provided && credential.type !== 'password') return { ...identity, credentials: others, updatedAt: now }
  const keptProviders = provided ? withoutProvider(credential, identifier) : undefined
  const identifiers = credential.identifiers.filter((one) => !provided || one !== identifier)
  const config = keptProviders === undefined ? {} : { ...credential.config, providers: keptProviders }
  const kept = { ...credential, identifiers, config, updatedAt: now }
  return { ...identity, credentials: { ...others, [credential.type]: kept }, updatedAt: now }
}

/** Second factors are what is taken away; a key that is somebody's way in stays. Source: Kratos' admin API. */
function keysThatSignIn({ config }: Credential): readonly unknown[] {
  const keys: readonly unknown[] = Array.isArray(config.credentials) ? config.credentials : []
  return keys.filter(isPasswordless)
}

function withoutProvider(credential: Credential, identifier: string | undefined): readonly unknown[] {
  if (identifier === undefined || identifier === '') {
    const reason = 'The query parameter "identifier" has to name the linked account: provider:subject.'
    throw new RefusalError({ code: 400, reason })
  }
  if (!credential.identifiers.includes(identifier)) {
    throw new RefusalError({ code: 404, reason: 'The query parameter "identifier" names no linked account.' })
  }
  const providers: readonly unknown[] = Array.isArray(credential.config.providers) ? credential.config.providers : []
  return providers.filter((one) => providerIdentifier(one) !== identifier)
}

function providerIdentifier(entry: unknown): string | undefined {
  if (typeof entry !== 'object' || entry === null || !('provider' in entry) || !('subject' in entry)) return undefined
  return `${String(entry.provider)}:${String(entry.subject)}`
}

function isSetUp(credential: Credential): boolean {
  if (!isRemovable(credential.type)) return credential.identifiers.length > 0
  const value = credential.config[removable[credential.type]]
  return Array.isArray(value) ? value.length > 0 : Boolean(value)
}

function isRemovable(type: string): type is Removable {
  return Object.hasOwn(removable, type)
}

function notSetUp(type: string): RefusalError {
  return new RefusalError({ code: 404, reason: `This identity has no ${type} that could be removed.` })
}
