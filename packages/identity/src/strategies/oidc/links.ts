import { z } from 'zod'
import type { ReadOwnFacts } from '../../credentials/own-facts.ts'
import { openOrThrow, type Seals, type SealedCredential } from '../../credentials/sealed.ts'
import type { Identity } from '../../identities/identity.ts'
import type { ProviderTokens } from './providers/provider.ts'

/** An account at a provider that opens an account here. Tokens are sealed. */
const stored = z.object({
  provider: z.string(),
  subject: z.string(),
  initial_id_token: z.string().optional(),
  initial_access_token: z.string().optional(),
  initial_refresh_token: z.string().optional(),
  organization: z.string().optional(),
  /** Imported: a person who proves the account's address at this provider is the account's owner. */
  use_auto_link: z.boolean().optional(),
})

/** One account at a provider, as the credential `oidc` stores it in `providers`. */
export type ProviderLink = z.output<typeof stored>

/** Returns the accounts at providers that open this account. */
export function linksOf(identity: Identity): readonly ProviderLink[] {
  const list = identity.credentials.oidc?.config['providers']
  return (Array.isArray(list) ? list : []).flatMap((entry: unknown) => {
    const read = stored.safeParse(entry)
    return read.success ? [read.data] : []
  })
}

/** Reads a stored link; nothing: it is none. */
export function readLink(value: unknown): ProviderLink | undefined {
  return stored.safeParse(value).data
}

/** Reads the accounts at providers that open the account. */
export const ownLinks: ReadOwnFacts = (identity, { oidc: { providers } }) => {
  const { oidc } = identity.credentials
  const links = linksOf(identity).map(({ provider }) => {
    const known = providers.find(({ id }) => id === provider)
    return { id: provider, name: known?.label ?? provider }
  })
  return oidc && links.length > 0 ? { changedAt: oidc.updatedAt, links } : undefined
}

/** Returns the identifier by which a link is found. */
export function linkIdentifier({ provider, subject }: Pick<ProviderLink, 'provider' | 'subject'>): string {
  return `${provider}:${subject}`
}

/** Creates a link with its tokens, sealed in the database. */
export function newLink(
  seals: Seals,
  { id: provider, organizationId }: { readonly id: string; readonly organizationId: string | undefined },
  subject: string,
  tokens: ProviderTokens,
): ProviderLink {
  const context = tokenContext({ provider, subject })
  const seal = (token: string): string => (token === '' ? '' : seals.seal(token, context))
  return {
    provider,
    subject,
    initial_id_token: seal(tokens.idToken),
    initial_access_token: seal(tokens.accessToken),
    initial_refresh_token: seal(tokens.refreshToken),
    ...(organizationId !== undefined && { organization: organizationId }),
  }
}

/**
 * Returns the identity with one more link, which replaces a former one of the same account at the provider. A link of
 * an organization makes it a member.
 */
export function withLink(identity: Identity, link: ProviderLink, now: number): Identity {
  const others = linksOf(identity).filter((one) => linkIdentifier(one) !== linkIdentifier(link))
  const organizationId = link.organization ?? identity.organizationId
  return withLinks({ ...identity, organizationId }, [...others, link], now)
}

/** Returns the identity without its links to a provider. */
export function withoutLinks(identity: Identity, provider: string, now: number): Identity {
  return withLinks(
    identity,
    linksOf(identity).filter((link) => link.provider !== provider),
    now,
  )
}

/** Returns a credential's config with its tokens in clear text, for administrators who request them. */
export function openLinks(seals: Seals, config: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const list = Array.isArray(config['providers']) ? config['providers'] : []
  const providers = list.map((entry: unknown) => {
    const read = stored.safeParse(entry)
    if (!read.success) return entry
    const open = (sealed: string | undefined): string =>
      sealed ? (seals.open(sealed, tokenContext(read.data)) ?? '') : ''
    return {
      ...read.data,
      initial_id_token: open(read.data.initial_id_token),
      initial_access_token: open(read.data.initial_access_token),
      initial_refresh_token: open(read.data.initial_refresh_token),
    }
  })
  return { ...config, providers }
}

/** Returns the identity with the tokens of its links sealed by the newest secret. Throws if no secret opens one. */
function withLinksSealedAnew(seals: Seals, identity: Identity): Identity {
  const { oidc } = identity.credentials
  if (oidc === undefined) return identity
  const list = Array.isArray(oidc.config['providers']) ? oidc.config['providers'] : []
  const providers = list.map((entry: unknown) => {
    const read = stored.safeParse(entry)
    if (!read.success) return entry
    const context = tokenContext(read.data)
    const tokens = tokenNames.flatMap((name) => {
      const sealed = read.data[name]
      return sealed ? [[name, seals.seal(openOrThrow(seals, sealed, context), context)] as const] : []
    })
    return { ...read.data, ...Object.fromEntries(tokens) }
  })
  const credentials = { ...identity.credentials, oidc: { ...oidc, config: { ...oidc.config, providers } } }
  return { ...identity, credentials }
}

const tokenNames = ['initial_id_token', 'initial_access_token', 'initial_refresh_token'] as const

function withLinks(identity: Identity, links: readonly ProviderLink[], now: number): Identity {
  const { oidc: old, ...others } = identity.credentials
  if (links.length === 0) return { ...identity, credentials: others, updatedAt: now }
  const oidc = {
    type: 'oidc',
    identifiers: links.map(linkIdentifier),
    config: { ...old?.config, providers: links },
    version: old?.version ?? 0,
    createdAt: old?.createdAt ?? now,
    updatedAt: now,
  } as const
  return { ...identity, credentials: { ...others, oidc }, updatedAt: now }
}

function tokenContext(link: Pick<ProviderLink, 'provider' | 'subject'>): string {
  return `tokens of ${linkIdentifier(link)}`
}

/** Its tokens, for the registry. */
export const sealedLinks: SealedCredential = {
  type: 'oidc',
  shown: (seals, { credentials }) => openLinks(seals, credentials.oidc?.config ?? {}),
  sealedAnew: withLinksSealedAnew,
}
