import { decodeJwt } from 'jose'

import type { FlowContext } from '../../../flows/flow-context.ts'
import { csrfRefusal, maskCsrfSecret } from '../../../flows/http/csrf.ts'
import { findFlow, requestUrl } from '../../../flows/http/query.ts'
import { type RequestContext, withSecret } from '../../../flows/http/request-context.ts'
import { type Fields, readSubmission, textField } from '../../../flows/http/submission.ts'
import { openLogin } from '../../../flows/login/form.ts'
import { loginStepsAfterProvider } from '../../../flows/login/steps.ts'
import type { Attempt, SingleUseProof } from '../../../flows/model/attempt.ts'
import type { StoredFlow } from '../../../flows/model/flow.ts'
import { type Outcome, refused } from '../../../flows/model/outcome.ts'
import { registrationStepsAfterProvider } from '../../../flows/registration/steps.ts'
import { eventCause, fieldsOf, firstOutcome, withPick } from '../../../flows/steps/guards.ts'
import { reject } from '../../../flows/steps/reject.ts'
import { currentSignIn } from '../../../flows/steps/sign-in.ts'
import { unsafeMethodRefusal } from '../../../http/unsafe-method.ts'
import { visitorNetwork } from '../../../limits/visitor-network.ts'
import { generic } from '../../../messages/validation.ts'
import type { OidcContext } from '../dependencies.ts'
import { oneUseOf } from '../handed-tokens.ts'
import type { OidcProvider } from '../providers/provider.ts'
import { signInOrSignUp } from '../return/settle.ts'
import { issueNonce, takeNonce } from './nonces.ts'

/** TABLE: the steps before the end of each flow. */
const steps = { login: loginStepsAfterProvider, registration: registrationStepsAfterProvider } as const

/** The maximum length of a token, in characters: issuers keep tokens small. */
const longestToken = 16_384

/**
 * Accepts the provider's token of the account that the person has chosen in the browser. Continues with the form of the
 * page (`?flow=`) if that belongs to this browser; else with a new sign-in.
 */
export async function submitFedcm(context: OidcContext, request: RequestContext): Promise<Outcome> {
  // Without a chooser this address does not exist.
  const absent = context.providers.some(({ chooser }) => chooser)
    ? undefined
    : unsafeMethodRefusal(request.route.request)
  if (absent) return refused(undefined, absent)
  const submission = await readSubmission(await request.route.body(), request.headers.get('content-type'))
  const fields = fieldsOf(submission)
  const { secret, headers } = request
  const evidence = { headers, secret, boundTo: secret?.hash ?? '', token: fields['csrf_token'] }
  const violation = csrfRefusal(evidence, 'cookie and token')
  if (violation) return refused(undefined, violation)
  if (submission.kind === 'unreadable') return refused(undefined, { code: 400, reason: submission.reason })
  const token = textField(fields, 'token')
  if (token.kind !== 'text' || token.value.length > longestToken) {
    return refused(undefined, { code: 400, reason: 'The field "token" is missing, or is no token.' })
  }

  const provider = await providerOf(context, request, token.value, fields)
  const flow = (await givenFlow(context, request)) ?? (await newFlow(context, request))
  const attempt = withPick(context, {
    request,
    flow,
    submission: { kind: 'fields', encoding: 'json', fields: hookFields(fields, provider?.of) },
    signedIn: await currentSignIn(context, request),
    isResumed: true,
  })
  return context.events.during(
    eventCause(attempt),
    async () =>
      (await firstOutcome(flow.kind === 'registration' ? steps.registration : steps.login, context, attempt)) ??
      (await settle(context, attempt, provider, token.value)),
  )
}

interface Chosen {
  readonly of: OidcProvider
  readonly nonce: string
}

async function settle(
  context: OidcContext,
  attempt: Attempt,
  chosen: Chosen | undefined,
  token: string,
): Promise<Outcome> {
  const { flow, request } = attempt
  const fail = (reason: string): Promise<Outcome> =>
    reject(context, flow, { kind: 'rejected', form: [generic(reason)], active: 'oidc', reason: 'provider_failed' })
  if (!chosen) return fail(foreignToken)
  const answer = await chosen.of.verifyChosen(token, chosen.nonce, request.now)
  if (answer.kind === 'failed') return fail(answer.reason)
  const person = { provider: chosen.of, claims: answer.claims, tokens: answer.tokens, traits: {} }
  return signInOrSignUp(context, { ...attempt, singleUseProof: oneUseIn(token) }, person)
}

/** Returns the provider that the nonce was created for. If the token cannot be read, the page names the nonce. */
async function providerOf(
  context: Pick<OidcContext, 'flows' | 'providers'>,
  request: RequestContext,
  token: string,
  fields: Fields,
): Promise<Chosen | undefined> {
  const given = textField(fields, 'nonce')
  const nonce = given.kind === 'text' ? given.value : nonceIn(token)
  if (nonce === undefined || !request.secret) return undefined
  const id = await takeNonce(context, request.secret, nonce, request.now)
  const of = context.providers.find((provider) => provider.id === id && provider.chooser !== undefined)
  return of && { of, nonce }
}

/**
 * Returns the one use of a token. A text that is no JSON Web Token is no id token either: only its nonce is used up.
 */
function oneUseIn(token: string): SingleUseProof | undefined {
  try {
    return oneUseOf(token)
  } catch {
    return undefined
  }
}

/** Returns the nonce of an unverified token, only to find the provider to check it with. */
function nonceIn(token: string): string | undefined {
  try {
    const { nonce } = decodeJwt(token)
    return typeof nonce === 'string' ? nonce : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns the form of the page. A confirmation needs a fresh proof, and an organization its own connections: the
 * chooser can provide neither.
 */
async function givenFlow(
  context: Pick<FlowContext, 'flows'>,
  request: RequestContext,
): Promise<StoredFlow | undefined> {
  const id = request.query.get('flow')
  const flow = (await findFlow(context, 'login', id)) ?? (await findFlow(context, 'registration', id))
  if (flow?.type !== 'browser' || flow.csrfHash !== request.secret?.hash) return undefined
  const { refresh, requestedAal, organizationId } = flow.details
  return refresh || requestedAal === 'aal2' || organizationId !== undefined ? undefined : flow
}

async function newFlow(context: FlowContext, request: RequestContext): Promise<StoredFlow> {
  return openLogin(context, {
    type: 'browser',
    requestUrl: requestUrl(context.config.publicBaseUrl, request),
    returnTo: undefined,
    secret: withSecret(request, context.csrf).secret,
    aal: 'aal1',
    refresh: false,
    identity: undefined,
    now: request.now,
    network: visitorNetwork(request.headers),
  })
}

/** Returns the fields of the submission for hooks: none that give access. */
function hookFields(fields: Fields, provider: OidcProvider | undefined): Fields {
  const { transient_payload: payload } = fields
  return { method: 'oidc', ...(provider && { provider: provider.id }), transient_payload: payload }
}

const foreignToken =
  'This choice of an account was not made in this browser, is over, or was used already. Please try again.'

/** Answers with the parameters of the browser's account chooser; 404 unless a provider has one. */
export async function fedcmParameters(
  context: Pick<OidcContext, 'csrf' | 'flows' | 'providers'>,
  request: RequestContext,
): Promise<Outcome> {
  const choosers = context.providers.flatMap(({ id, chooser }) => (chooser ? [{ id, ...chooser }] : []))
  if (choosers.length === 0) return { kind: 'refused', native: true, refusal: { code: 404, reason: noChooser } }
  const { secret, cookies } = withSecret(request, context.csrf)
  const providers = await Promise.all(
    choosers.map(async ({ id, clientId, configUrl }) => {
      const nonce = await issueNonce(context, secret, id, request.now)
      return { client_id: clientId, config_url: configUrl, nonce, parameters: { nonce } }
    }),
  )
  return { kind: 'json', body: { csrf_token: maskCsrfSecret(secret), providers }, cookies }
}

const noChooser = 'No provider here has a fedcm_config_url.'
