import { handOver } from '../../../flows/exchange/handler.ts'
import type { FlowContext } from '../../../flows/flow-context.ts'
import { readContinuity } from '../../../flows/http/continuity-cookie.ts'
import { findFlow, findTestLogin } from '../../../flows/http/query.ts'
import type { RequestContext } from '../../../flows/http/request-context.ts'
import { loginStepsAfterProvider } from '../../../flows/login/steps.ts'
import { captureTestLogin } from '../../../flows/login/test-login.ts'
import type { Attempt } from '../../../flows/model/attempt.ts'
import type { StoredFlow } from '../../../flows/model/flow.ts'
import { refused, type Outcome } from '../../../flows/model/outcome.ts'
import { publicUrl, withParameters } from '../../../flows/presentation/present.ts'
import { registrationStepsAfterProvider } from '../../../flows/registration/steps.ts'
import { saveSettings } from '../../../flows/settings/run.ts'
import { settingsAfterProvider } from '../../../flows/settings/steps.ts'
import { withIdentity } from '../../../flows/settings/with-identity.ts'
import { firstOutcome, eventCause, withPick } from '../../../flows/steps/guards.ts'
import { reject } from '../../../flows/steps/reject.ts'
import { currentSignIn } from '../../../flows/steps/sign-in.ts'
import { continueWithProviderLabel } from '../../../messages/oidc.ts'
import { notOfThisOrganization } from '../../../messages/organizations.ts'
import { duplicateCredentials } from '../../../messages/registration.ts'
import { generic } from '../../../messages/validation.ts'
import { csrfNode } from '../../../nodes/node.ts'
import type { OidcContext, ProvedPerson } from '../dependencies.ts'
import { linkIdentifier, newLink, withLink } from '../links.ts'
import { providerButtons } from '../nodes.ts'
import type { OidcProvider } from '../providers/provider.ts'
import { type KeptRound, takeRound } from '../rounds.ts'
import { testReport } from '../test-login/test-login.ts'
import { signInOrSignUp } from './settle.ts'

/** TABLE: the steps before the end of each flow. */
const steps = {
  login: loginStepsAfterProvider,
  registration: registrationStepsAfterProvider,
  settings: settingsAfterProvider,
} as const

/** Answers the return of a browser from a provider. */
export async function returnFromProvider(context: OidcContext, request: RequestContext): Promise<Outcome> {
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
    signedIn: await currentSignIn(context, request),
    isResumed: true,
  })
  const outcome = await context.events.during(
    eventCause(attempt),
    async () =>
      (await firstOutcome(steps[round.flowKind], context, attempt)) ??
      (await settle(context, attempt, round, provider)),
  )
  return handOver(context, { flow, method: 'oidc' }, outcome)
}

async function settle(
  context: OidcContext,
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
  return flow.kind === 'settings'
    ? settleInSettings(context, attempt, person)
    : signInOrSignUp(context, attempt, person)
}

/** Shows a failure of the provider. A sign-up continues with the chosen provider: its form has only that button. */
async function providerFailed(
  context: FlowContext,
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
 * Checks that an answer came to its provider's address, so that a code cannot be passed off as another provider's. The
 * common address is accepted only if the answer names its issuer, if there is no other provider to mix it up with, or
 * if the provider was called with it (PKCE is forced, so a code of another round is useless).
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

/**
 * The parameters that a form may carry; cross-site posts come without cookies, so the browser is redirected once more.
 */
const forwarded = ['state', 'code', 'iss', 'error', 'error_description', 'user'] as const
const longestValue = 4096

/** Turns a provider's posted answer into a GET, which carries the browser's cookies. */
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

/** Links the account at the provider to the signed-in person's, unless it belongs to another person. */
async function settleInSettings(context: FlowContext, attempt: Attempt, person: ProvedPerson): Promise<Outcome> {
  const { flow, request, signedIn } = attempt
  const { provider, claims, tokens } = person
  const bound = signedIn?.identity.organizationId
  if (provider.organizationId !== undefined && bound !== undefined && bound !== provider.organizationId) {
    return withIdentity(
      context,
      request,
      await reject(context, flow, { kind: 'rejected', form: [notOfThisOrganization()] }),
    )
  }
  const link = newLink(context.seals, provider, claims.sub, tokens)
  const owner = await context.identities.findByIdentifier(['oidc'], linkIdentifier(link))
  const outcome =
    owner && owner.id !== signedIn?.identity.id
      ? await reject(context, flow, { kind: 'rejected', form: [duplicateCredentials()], active: 'oidc' })
      : await saveSettings(context, attempt, 'oidc', {
          kind: 'changed',
          active: 'oidc',
          change: (fresh) => withLink(fresh, link, request.now),
        })
  return withIdentity(context, request, outcome)
}
