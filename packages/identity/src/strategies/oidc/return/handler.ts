import { continueWithProviderLabel } from '../../../messages/oidc.ts'
import { generic } from '../../../messages/validation.ts'
import { csrfNode } from '../../../nodes/node.ts'
import { providerButtons } from '../nodes.ts'
import type { KeptRound } from '../rounds.ts'
import { takeRound } from '../rounds.ts'
import type { OidcProvider } from '../providers/provider.ts'
import type { FlowContext } from '../../../flows/flow-context.ts'
import type { OidcContext } from '../context.ts'
import type { RejectNeeds, RunNeeds, SettingsNeeds } from '../../../flows/needs.ts'
import type { StoredFlow } from '../../../flows/model/flow.ts'
import { readContinuity } from '../../../flows/http/continuity-cookie.ts'
import { handOver } from '../../../flows/exchange/hand-over.ts'
import { refuseFirst, triedIn, withPick } from '../../../flows/steps/guards.ts'
import type { Attempt } from '../../../flows/model/attempt.ts'
import { arriveAtLogin } from '../../../flows/login/steps.ts'
import { captureTestLogin } from '../../../flows/login/test-login.ts'
import { refused } from '../../../flows/model/outcome.ts'
import type { Outcome } from '../../../flows/model/outcome.ts'
import { publicUrl, withParameters } from '../../../flows/presentation/present.ts'
import { findFlow, findTestLogin } from '../../../flows/http/query.ts'
import { arriveAtRegistration } from '../../../flows/registration/steps.ts'
import { reject } from '../../../flows/steps/reject.ts'
import { arriveAtSettings } from '../../../flows/settings/steps.ts'
import { visitor } from '../../../flows/steps/sign-in.ts'
import type { RequestContext } from '../../../flows/http/request-context.ts'
import { settleInSettings } from './settle-in-settings.ts'
import { settlePerson } from './settle.ts'
import { testReport } from '../test-login/report.ts'
import type { SettleNeeds } from './settle.ts'

/** TABLE 3, for those who come back from a provider: what stands between them and the end of each flow. */
const steps = { login: arriveAtLogin, registration: arriveAtRegistration, settings: arriveAtSettings } as const

/** What coming back from a provider takes: the steps of each flow, and their ends. */
export type ReturnNeeds = SettleNeeds & SettingsNeeds & RunNeeds

/** Answers the return of a browser from a provider. */
export async function returnFromProvider(context: ReturnNeeds, request: RequestContext): Promise<Outcome> {
  const { query, now } = request
  const { cookies } = request.route
  const state = query.get('state') ?? ''
  if (state === '') return refused(undefined, unknownState)
  const round = await takeRound(context, readContinuity(cookies, 'provider'), state, now)
  const provider = round && context.providers.find(({ id }) => id === round.provider)
  if (!round || !provider || !cameToItsAddress(context, request, provider, round))
    return refused(undefined, unknownState)
  const test = await findTestLogin(context, round.flowId)
  if (test)
    return captureTestLogin(context, request, test, await testReport(context, request, test, { round, provider }))
  const flow = await findFlow(context, round.flowKind, round.flowId)
  if (!flow) return refused(undefined, { code: 404 })

  const attempt = withPick(context, {
    request,
    flow,
    submission: { kind: 'fields', encoding: 'json', fields: { method: 'oidc', provider: provider.id } },
    signedIn: await visitor(context, request),
    isResumed: true,
  })
  const outcome = await context.events.during(
    triedIn(attempt),
    async () =>
      (await refuseFirst(steps[round.flowKind], context, attempt)) ?? (await settle(context, attempt, round, provider)),
  )
  return handOver(context, { flow, method: 'oidc' }, outcome)
}

async function settle(
  context: SettleNeeds & SettingsNeeds,
  attempt: Attempt,
  round: KeptRound,
  provider: OidcProvider,
): Promise<Outcome> {
  const { flow, request } = attempt
  const error = request.query.get('error')
  if (error !== null) {
    const description = (request.query.get('error_description') ?? '').slice(0, 300)
    const reason = `"${provider.label}" did not let you in (${error.slice(0, 100)})${description === '' ? '.' : `: ${description}`}`
    return providerFailed(context, flow, provider, reason)
  }
  const answer = await provider.arrive(round, request.query)
  if (answer.kind === 'failed') {
    return providerFailed(context, flow, provider, answer.reason)
  }
  const person = { provider, claims: answer.claims, tokens: answer.tokens, traits: round.traits }
  return flow.kind === 'settings' ? settleInSettings(context, attempt, person) : settlePerson(context, attempt, person)
}

/** A sign-up goes on with the provider that was chosen: its button is all that is left of the form. */
async function providerFailed(
  context: RejectNeeds,
  flow: StoredFlow,
  provider: OidcProvider,
  reason: string,
): Promise<Outcome> {
  const nodes = [...providerButtons('provider', [provider], continueWithProviderLabel), csrfNode()]
  return reject(context, flow, {
    kind: 'rejected',
    form: [generic(reason)],
    ...(flow.kind === 'registration' && { nodes }),
    ...(flow.kind === 'login' && { active: 'oidc' }),
    reason: 'provider_failed',
  })
}

/**
 * Each provider has its own address, so that a code cannot be passed off as another provider's. The common address is
 * taken only where the answer names its issuer, where there is no other provider to mix it up with, or where it is the
 * one that the provider was asked with (PKCE is forced, so a code of another round is of no use).
 */
function cameToItsAddress(
  { providers }: Pick<OidcContext, 'providers'>,
  { route, query }: RequestContext,
  provider: OidcProvider,
  round: KeptRound,
): boolean {
  const { provider: named, organization } = route.params
  if (organization !== provider.organizationId) return false
  if (named !== undefined) return named === provider.id
  if (new URL(round.redirectUri).pathname === route.url.pathname) return true
  return providers.length === 1 || (provider.issuer !== undefined && query.get('iss') === provider.issuer)
}

/** What a form may bring; providers that post cross-site come without cookies, so the browser is sent once more. */
const forwarded = ['state', 'code', 'iss', 'error', 'error_description', 'user'] as const
const longestValue = 4096

/** A provider posts its answer: the same as a GET, which the browser's cookies go along with. */
export async function forwardFromProvider(
  context: Pick<FlowContext, 'config'>,
  request: RequestContext,
): Promise<Outcome> {
  const form = new URLSearchParams(new TextDecoder().decode(await request.route.body()))
  const known = forwarded.flatMap((name) => {
    const value = form.get(name)
    return value === null || value.length > longestValue ? [] : [[name, value] as const]
  })
  const address = publicUrl(context.config.publicBaseUrl, request.route.url.pathname)
  return { kind: 'redirect', status: 303, location: withParameters(address, Object.fromEntries(known)) }
}

const unknownState = {
  code: 400,
  reason:
    'This sign-in with another account was not started in this browser, is over, or was used already. Please start again.',
} as const
