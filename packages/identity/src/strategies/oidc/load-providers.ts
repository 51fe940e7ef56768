import { kindOf, providerKinds } from './providers/kinds.ts'
import type { ProviderKind } from './providers/provider-kind.ts'
import type { IdentityConfig, OidcProviderConfig } from '../../configuration/config.ts'
import type { ConfigFile } from '../../configuration/file.ts'
import type { OidcProviderFile } from '../../configuration/file-oidc.ts'
import { isSafeAddress, plainHostsOf } from '../../configuration/safe-address.ts'
import type { NamedText } from '../../configuration/far-text.ts'
import { readNamedText, type DocumentOrigin } from '../../configuration/schema-document.ts'

/**
 * The loaded providers, with their files. With a fault the configuration cannot be used; warnings are reported at
 * start.
 */
export interface LoadedOidc {
  readonly methods: Pick<IdentityConfig['selfservice']['methods'], 'oidc'>
  readonly faults: readonly string[]
  readonly warnings: readonly string[]
}

/**
 * Reads the providers, and fetches their claims mappers. No provider is called before the first sign-in. In an
 * operator's own file (`isOwn`) a provider that cannot work is left out, as Ory Kratos starts with it.
 */
export async function loadOidc(file: ConfigFile, origin: DocumentOrigin, isOwn: boolean): Promise<LoadedOidc> {
  const { enabled, config } = file.selfservice.methods.oidc
  const faults: string[] = []
  const warnings: string[] = []
  const providers: OidcProviderConfig[] = []
  for (const [index, given] of enabled ? config.providers.entries() : []) {
    const path = `selfservice.methods.oidc.config.providers.${index}`
    if (given.client_id === '') {
      warnings.push(
        `${path}.client_id is empty, so the provider "${given.id}" would refuse every sign-in; it is left out until client_id is the id that the provider issued`,
      )
      continue
    }
    const isTwice = providers.some(({ id }) => id === given.id)
    const wrong = [
      ...(isTwice ? [`.id "${given.id}" is used twice${isOwn ? ': the first one counts' : ''}`] : []),
      ...providerFaults(given, file.dev, isOwn),
    ].map((fault) => `${path}${fault}`)
    if (isOwn && wrong.length > 0) {
      warnings.push(...wrong.map((fault) => `${fault}; this provider is left out until that is corrected`))
      continue
    }
    faults.push(...wrong)
    const mapper =
      given.mapper_url === undefined ? {} : await loadMapper(`${path}.mapper_url`, given.mapper_url, origin)
    if (mapper.fault !== undefined) faults.push(`${path}.mapper_url ${mapper.fault}`)
    const mayBePlain = isOwn ? (['issuer_url', 'token_url'] as const) : (['issuer_url'] as const)
    for (const key of mayBePlain) {
      const value = given[key]
      if (value === undefined || isSafeAddress(value, file.dev)) continue
      warnings.push(
        `${path}.${key} begins with http://: codes and secrets travel unencrypted, and an attacker on the way can sign in as any person. Use https:// outside of tests`,
      )
    }
    if (given.account_linking_mode === 'automatic' && linksByEmail(given) === undefined) {
      warnings.push(
        `${path}.account_linking_mode "automatic" is for the kinds google and apple, without an organization: people confirm a link by signing in as always`,
      )
    }
    providers.push(providerOf(given, mapper.text))
  }
  const oidc = { enabled, baseRedirectUri: config.base_redirect_uri, providers }
  return { methods: { oidc }, faults, warnings }
}

/** Reads `account_linking_mode: automatic`, which Ory's documentation has for two kinds of providers. */
function linksByEmail(given: OidcProviderFile): OidcProviderConfig['linksByEmail'] {
  if (given.account_linking_mode !== 'automatic' || given.organization_id !== undefined) return undefined
  return given.provider === 'google' ? 'own_mailboxes' : given.provider === 'apple' ? 'all' : undefined
}

async function loadMapper(
  name: string,
  url: string,
  origin: DocumentOrigin,
): Promise<{ readonly text?: NamedText; readonly fault?: string }> {
  try {
    return { text: await readNamedText(name, url, origin) }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

/** The id becomes part of the callback's address, and of stored identifiers before a colon. */
const usableId = /^[^\s\p{Cc}:/?#%\\]{1,64}$/u
const idRule = 'has to consist of up to 64 characters, without spaces, colons, slashes, and the signs ? # %'

/** Returns the faults of a provider; each begins with the rest of the path, or with a space. */
function providerFaults(given: OidcProviderFile, dev: boolean, isOwn: boolean): readonly string[] {
  const kind = kindOf(given.provider)
  if (!usableId.test(given.id)) return [`.id ${JSON.stringify(given.id)} ${idRule}`]
  if (!kind) return [`.provider "${given.provider}" is unknown; there are ${Object.keys(providerKinds).join(', ')}`]
  return [...missingKeys(given, kind), ...addressFaults(given, dev, isOwn)]
}

function missingKeys(given: OidcProviderFile, kind: ProviderKind): readonly string[] {
  const faults: string[] = []
  if (kind.protocol === 'openid' && kind.issuer === undefined && given.issuer_url === undefined) {
    faults.push(`.issuer_url is missing: a provider of the kind "${given.provider}" is found by its issuer`)
  }
  for (const key of kind.unpublished ? (['auth_url', 'token_url'] as const) : []) {
    if (given[key] === undefined) faults.push(`.${key} is missing: a provider of this kind does not publish it`)
  }
  if (kind.issuer?.includes('{tenant}') && given.microsoft_tenant === undefined && given.issuer_url === undefined) {
    faults.push('.microsoft_tenant is missing; it is an id, or common, organizations or consumers')
  }
  if (kind.quirks?.includes('signed_client_secret') && given.client_secret === undefined) {
    for (const key of ['apple_team_id', 'apple_private_key_id', 'apple_private_key'] as const) {
      if (given[key] === undefined) faults.push(`.${key} is missing: the client secret is made from it`)
    }
  }
  if (kind.protocol !== 'openid' && given.client_secret === undefined) faults.push('.client_secret is missing')
  if (kind.protocol !== 'openid' && given.fedcm_config_url !== undefined) {
    faults.push('.fedcm_config_url needs a provider with id tokens; this kind has none')
  }
  if (
    kind.quirks?.includes('exchanged_tokens') &&
    given.fedcm_config_url !== undefined &&
    given.net_id_token_origin_header === undefined
  ) {
    faults.push(
      '.net_id_token_origin_header is missing: it is one of the origins that the netID client is registered with',
    )
  }
  if (given.subject_source !== 'userinfo' && given.provider !== 'microsoft') {
    faults.push(`.subject_source "${given.subject_source}" is only for the kind microsoft`)
  }
  return faults
}

/** Returns the faults of addresses, which receive codes and secrets. Plain http is for a provider on this machine. */
function addressFaults(given: OidcProviderFile, dev: boolean, isOwn: boolean): readonly string[] {
  return (['issuer_url', 'auth_url', 'token_url', 'fedcm_config_url'] as const).flatMap((key) => {
    const value = given[key]
    if (isOwn && key === 'token_url' && URL.parse(value ?? '')?.protocol === 'http:') return []
    if (value === undefined || isSafeAddress(value, dev, plainHostsOf(given.issuer_url))) return []
    return [`.${key} has to begin with https://${dev ? ' (or be on this machine)' : ''}`]
  })
}

function providerOf(given: OidcProviderFile, mapper: NamedText | undefined): OidcProviderConfig {
  const { apple_team_id: teamId, apple_private_key_id: keyId, apple_private_key: privateKey } = given
  return {
    id: given.id,
    kind: given.provider,
    label: given.label || given.id,
    clientId: given.client_id,
    clientSecret: given.client_secret,
    issuerUrl: given.issuer_url,
    authUrl: given.auth_url,
    tokenUrl: given.token_url,
    scopes: given.scope,
    mapper,
    mapperUrl: given.mapper_url,
    updatesIdentity: given.update_identity_on_login === 'automatic',
    linksByEmail: linksByEmail(given),
    requestedClaims: given.requested_claims,
    claimsSource: given.claims_source,
    pkce: given.pkce,
    idTokenAudiences: [given.client_id, ...given.additional_id_token_audiences],
    tenant: given.microsoft_tenant,
    subjectSource: given.subject_source,
    organizationId: given.organization_id,
    fedcmConfigUrl: given.fedcm_config_url,
    netIdTokenOrigin: given.net_id_token_origin_header,
    apple: teamId && keyId && privateKey ? { teamId, keyId, privateKey } : undefined,
  }
}
