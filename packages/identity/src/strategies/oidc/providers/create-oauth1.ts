import type { OidcProviderConfig } from '../../../configuration/config.ts'
import { readClaims } from './claims.ts'
import type { ProviderOptions } from './provider-options.ts'
import { endpointsOf } from './endpoints.ts'
import { createGuard } from './guarded.ts'
import { createSignedRounds } from './oauth1.ts'
import type { ProviderKind } from './provider-kind.ts'
import type { OidcProvider, ProviderAnswer } from './provider.ts'
import type { SafeFetch } from './safe-fetch.ts'

type Abilities = Pick<OidcProvider, 'depart' | 'arrive' | 'verifyIdToken' | 'verifyChosen'>

/** What a provider with signed requests can do. Throws if its kind has no addresses. */
export function createOAuth1Abilities(
  config: OidcProviderConfig,
  kind: ProviderKind,
  { fetch, warn, redirectUri }: Pick<ProviderOptions, 'warn' | 'redirectUri'> & { readonly fetch: SafeFetch },
): Abilities {
  const endpoints = endpointsOf(config, kind)
  if (!endpoints) throw new Error(`the kind "${config.kind}" has no addresses`)
  const rounds = createSignedRounds(config, endpoints, fetch)
  const guarded = createGuard(config, warn)
  const noTokens = { kind: 'failed', reason: `"${config.label}" has no id tokens.` } as const
  return {
    depart: () => guarded('the start', async () => ({ kind: 'ready', ...(await rounds.begin(redirectUri)) }) as const),
    arrive: (round, parameters, hear = () => {}) =>
      guarded('the callback', async (): Promise<ProviderAnswer> => {
        if (parameters.has('denied')) return { kind: 'failed', reason: `"${config.label}" did not let you in.` }
        const { person, accessToken } = await rounds.end(round, parameters)
        hear({ userinfo: person })
        const claims = readClaims(kind, new URL(endpoints.authorization).origin, person)
        if (!claims) return { kind: 'failed', reason: `"${config.label}" does not say who you are.` }
        return { kind: 'person', claims, tokens: { idToken: '', accessToken, refreshToken: '' } }
      }),
    verifyIdToken: async () => noTokens,
    verifyChosen: async () => noTokens,
  }
}
