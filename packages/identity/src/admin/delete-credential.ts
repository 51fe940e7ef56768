import type { IdentityConfig } from '../configuration/config.ts'
import { RefusalError } from '../http/answer.ts'
import { isPasswordless } from '../credentials/webauthn-keys.ts'
import type { Methods } from '../strategies/methods.ts'
import type { CredentialRemovalRule } from '../identities/credential-kinds.ts'
import type { Credential, Identity } from '../identities/identity.ts'

/** `identifier` names one account at a provider; other types have none. */
export interface CredentialRemoval {
  readonly type: string
  readonly identifier: string | undefined
}

/** Removes one credential of an identity. Refuses one that is not set up, and the last sign-in method. */
export function withoutCredential(
  identity: Identity,
  { type, identifier }: CredentialRemoval,
  { config, methods }: { readonly config: IdentityConfig; readonly methods: Methods },
  now: number,
): Identity {
  const rule = methods.credentialKinds.find((kind) => kind.type === type)?.removal
  const credential = Object.values(identity.credentials).find((one) => one.type === type)
  if (!rule) {
    if (!credential) throw notSetUp(type)
    throw new RefusalError({ code: 400, reason: `Credentials of type ${type} cannot be removed.` })
  }
  if (!credential || !isSetUp(credential, rule)) throw notSetUp(type)
  const kept = leftOf(credential, rule, identifier)
  const { [credential.type]: _removed, ...others } = identity.credentials
  const credentials = kept ? { ...others, [credential.type]: { ...kept, updatedAt: now } } : others
  const left = { ...identity, credentials, updatedAt: now }
  if (rule.isFirstFactor && methods.countFirstFactors(left, config.selfservice.methods) === 0) {
    throw new RefusalError({ code: 400, reason: 'This is the last sign-in method; it cannot be removed.' })
  }
  return left
}

function leftOf(
  credential: Credential,
  { keeps }: CredentialRemovalRule,
  identifier: string | undefined,
): Credential | undefined {
  switch (keeps) {
    case undefined:
      return undefined
    case 'identifiers':
      return { ...credential, config: {} }
    case 'passwordless_keys': {
      const keys = keysThatSignIn(credential)
      return keys.length > 0 ? { ...credential, config: { ...credential.config, credentials: keys } } : undefined
    }
    case 'other_accounts': {
      const providers = withoutProvider(credential, identifier)
      const identifiers = credential.identifiers.filter((one) => one !== identifier)
      return { ...credential, identifiers, config: { ...credential.config, providers } }
    }
    default:
      return keeps satisfies never
  }
}

/** Returns the keys that stay: passwordless ones; only second factors are removed. Source: Kratos' admin API. */
function keysThatSignIn({ config }: Credential): readonly unknown[] {
  const keys: readonly unknown[] = Array.isArray(config.credentials) ? config.credentials : []
  return keys.filter(isPasswordless)
}

function withoutProvider(credential: Credential, identifier: string | undefined): readonly unknown[] {
  if (identifier === undefined || identifier === '') {
    const reason = 'The query parameter "identifier" has to name the connected account: provider:subject.'
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

function isSetUp({ config }: Credential, { usableBy }: CredentialRemovalRule): boolean {
  const value = config[usableBy]
  return Array.isArray(value) ? value.length > 0 : Boolean(value)
}

function notSetUp(type: string): RefusalError {
  return new RefusalError({ code: 404, reason: `This identity has no ${type} that could be removed.` })
}
