import { type Fields, isObject } from '../../flows/http/submission.ts'
import type { StoredFlow } from '../../flows/model/flow.ts'
import type { Redirect, Refused, Rejected } from '../../flows/ports/strategy-outcome.ts'
import type { Traits } from '../../identities/identity.ts'
import { generic } from '../../messages/validation.ts'
import type { OidcDependencies } from './dependencies.ts'
import { keepRound, unboundCookie } from './rounds.ts'

/** A request to start a sign-in at a provider. */
export interface StartRequest {
  readonly flow: StoredFlow & { readonly kind: 'login' | 'registration' | 'settings' }
  readonly provider: string
  readonly fields: Fields
  readonly traits: Traits
  readonly now: number
}

/** Redirects a person to a provider, and keeps the values that the answer will be checked against. */
export async function startRound(
  dependencies: OidcDependencies,
  { flow, provider: id, fields, traits, now }: StartRequest,
): Promise<Redirect | Refused | Rejected> {
  const provider = dependencies.providers.find((candidate) => candidate.id === id)
  if (!provider) return unknownProvider(id)
  const departure = await provider.depart({
    ...upstreamParameters(fields),
    // A refresh proves something only if the provider asks the person again.
    ...(flow.details.refresh && { prompt: 'login' }),
  })
  if (departure.kind === 'failed')
    return { kind: 'rejected', form: [generic(departure.reason)], reason: 'provider_failed' }
  const round = { ...departure.round, flowId: flow.id, flowKind: flow.kind, provider: id, traits }
  const anyBrowser = flow.type === 'api' && flow.details.exchangeHash !== undefined
  const bound = await keepRound(dependencies, round, flow, { anyBrowser, now })
  const continuity = bound ?? (dependencies.config.improvements.appsKeepNoCookies ? undefined : unboundCookie())
  return { kind: 'redirect', to: departure.url.href, ...(continuity !== undefined && { continuity }) }
}

/** Refuses with 404 a provider that does not exist here. The reason repeats 100 characters at most. */
export function unknownProvider(id: string): Refused {
  return {
    kind: 'refused',
    refusal: { code: 404, reason: `There is no provider ${JSON.stringify(id.slice(0, 100))}.` },
  }
}

/** Parameters that a page may pass on to the provider. Any other one could change the meaning of the request. */
const passedOn = ['login_hint', 'hd', 'prompt', 'auth_type', 'acr_values'] as const
const longestParameter = 500

/** Returns the parameters of a submission that are passed on to the provider. */
function upstreamParameters(fields: Fields): Readonly<Record<string, string>> {
  const given = fields['upstream_parameters']
  if (!isObject(given)) return {}
  const known = passedOn.flatMap((name) => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    return typeof value === 'string' && value !== '' && value.length <= longestParameter ? [[name, value] as const] : []
  })
  return Object.fromEntries(known)
}
