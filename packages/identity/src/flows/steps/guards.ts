import type { Refusal } from '../../http/answer.ts'
import { noUsableMethod } from '../../messages/flow-errors.ts'
import { tooLong } from '../../messages/traits.ts'
import { generic } from '../../messages/validation.ts'
import { findField } from '../../nodes/change.ts'
import type { FlowContext } from '../flow-context.ts'
import { csrfRefusal } from '../http/csrf.ts'
import type { RequestContext } from '../http/request-context.ts'
import { textField, type Fields, type Submission } from '../http/submission.ts'
import type { Attempt } from '../model/attempt.ts'
import type { StoredFlow } from '../model/flow.ts'
import { refused, type Outcome } from '../model/outcome.ts'
import { fieldRejection } from '../ports/strategy-input.ts'
import type { Strategy } from '../ports/strategy.ts'
import { reject } from './reject.ts'

/** An attempt with the strategy that its submission is meant for, looked up once. */
export interface PickedAttempt extends Attempt {
  readonly pick: StrategyPick
}

/** A step lets the attempt pass (nothing), or ends it. */
export type Step = (context: FlowContext, attempt: PickedAttempt) => Outcome | undefined | Promise<Outcome | undefined>

/** A row of a steps table: the flows to which the step applies. */
export type StepRow = readonly [step: Step, browser: boolean, api: boolean, refresh: boolean]

/** Runs a steps table; its last step always ends the attempt. */
export async function runSteps(rows: readonly StepRow[], context: FlowContext, attempt: Attempt): Promise<Outcome> {
  const picked = withPick(context, attempt)
  return context.events.during(eventCause(picked), async () => {
    const outcome = await firstOutcome(rows, context, picked)
    if (outcome) return outcome
    throw new Error('no step of the table ended the attempt')
  })
}

/** Looks the strategy of a submission up. */
export function withPick(context: Pick<FlowContext, 'strategies' | 'wireMethods'>, attempt: Attempt): PickedAttempt {
  return { ...attempt, pick: pickStrategy(context, attempt.flow, fieldsOf(attempt.submission)) }
}

/** Returns the attempt as the cause of events. */
export function eventCause({ flow, request, submission, signedIn, pick }: PickedAttempt) {
  return {
    flow,
    request,
    fields: fieldsOf(submission),
    method: pick.kind === 'found' ? pick.strategy.id : undefined,
    identityId: signedIn?.identity.id,
  }
}

/** Runs the steps in order. Returns the first outcome, or undefined if all of them pass. */
export async function firstOutcome(
  rows: readonly StepRow[],
  context: FlowContext,
  attempt: PickedAttempt,
): Promise<Outcome | undefined> {
  for (const [step, browser, api, refresh] of rows) {
    const applies = (attempt.flow.type === 'browser' ? browser : api) && (refresh || !attempt.flow.details.refresh)
    const outcome = applies ? await step(context, attempt) : undefined
    if (outcome) return outcome
  }
  return undefined
}

/** Requires a readable body. */
export const requireReadableBody: Step = async (context, { flow, submission }) => {
  if (submission.kind !== 'unreadable') return undefined
  const { reason, tooLong: long } = submission
  const shown = long && findField(flow.nodes, long.field)
  // A message about a hidden field is shown above the form.
  return long !== undefined && shown !== undefined && shown.attributes.type !== 'hidden'
    ? reject(context, flow, {
        kind: 'rejected',
        fields: [{ field: long.field, message: tooLong(long.limit, long.length) }],
      })
    : reject(context, flow, { kind: 'rejected', form: [generic(reason)] })
}

/** Requires a method that this flow has. */
export const requireMethod: Step = async (context, attempt) => {
  const { flow, pick } = attempt
  if (pick.kind === 'incomplete') {
    const foreign = await requireCsrfTokenIfBrowser(context, attempt)
    return foreign ?? reject(context, flow, fieldRejection(pick.field, { kind: 'missing' }))
  }
  if (pick.kind === 'disabled') return refused(flow, methodDisabled)
  if (pick.kind === 'found') return undefined
  return reject(context, flow, {
    kind: 'rejected',
    form: [noUsableMethod(flow.kind)],
    ...((flow.kind === 'recovery' || flow.kind === 'verification') && { active: 'default' }),
  })
}

/** Refuses the faults of a submission that no method takes: the method of the form finds them. */
export function requireSoundFields(kind: 'recovery' | 'verification'): Step {
  return async (context, attempt) => {
    if (attempt.pick.kind === 'found') return undefined
    const fields = fieldsOf(attempt.submission)
    for (const { id, [kind]: capability } of context.strategies) {
      const rejected = capability?.faultsOf(fields)
      if (rejected)
        return requireCsrfTokenIfBrowser(context, attempt) ?? reject(context, attempt.flow, { ...rejected, active: id })
    }
    return undefined
  }
}

/** Refuses a browser without the anti-CSRF token, before faults of its fields are written into the form. */
export const requireCsrfTokenIfBrowser: Step = (context, attempt) =>
  attempt.flow.type === 'browser' ? requireCsrfToken(context, attempt) : undefined

/** Requires the browser that the flow was created for: only it gets to see the flow. */
export const requireOwnBrowser: Step = (context, attempt) =>
  lacksFlowCookie(attempt) ? requireCsrfToken(context, attempt) : undefined

/** True for a submission without the anti-CSRF cookie of the browser that the flow was created for. */
export function lacksFlowCookie({ request: { headers, secret }, flow }: Attempt): boolean {
  return csrfRefusal({ headers, secret, boundTo: flow.csrfHash }, 'cookie') !== undefined
}

/** Requires the anti-CSRF cookie and token of the browser that the flow was created for. */
export const requireCsrfToken: Step = (_context, { request, flow, submission }) => {
  const refusal = csrfViolation(request, flow, fieldsOf(submission))
  return refusal && refused(flow, refusal)
}

/** Returns the refusal of a submission that may come from another site’s page, or nothing. */
export function csrfViolation(request: RequestContext, flow: StoredFlow, fields: Fields): Refusal | undefined {
  const evidence = {
    headers: request.headers,
    secret: request.secret,
    boundTo: flow.csrfHash,
    token: fields['csrf_token'],
  }
  return csrfRefusal(evidence, 'cookie and token')
}

/** True for a client without any header that only browsers send. */
export function isNativeCaller(request: RequestContext): boolean {
  return browserHeader(request) === undefined
}

function browserHeader(request: RequestContext): 'Origin' | 'Cookie' | undefined {
  return request.headers.has('origin') ? 'Origin' : hasOwnCookies(request) ? 'Cookie' : undefined
}

/** Refuses requests that look like a browser's: native flows have no anti-CSRF token. */
export const requireNativeCaller: Step = async (context, { request, flow, submission }) => {
  const header = browserHeader(request)
  if (header === undefined) return undefined
  const identifier = fieldsOf(submission)['identifier']
  return reject(context, flow, {
    kind: 'rejected',
    form: [
      generic(
        `The request has the header "${header}", so a browser sent it. Native flows refuse browsers; start a browser flow.`,
      ),
    ],
    ...(typeof identifier === 'string' && { values: { identifier } }),
  })
}

/** Checks for cookies other than those of a well-known proxy, which identify no browser. */
function hasOwnCookies({ route }: RequestContext): boolean {
  return Object.keys(route.cookies).some((name) => !/^(__cf|_cf|cf_)/.test(name))
}

/** Returns the fields of a submission; none if it was unreadable. */
export function fieldsOf(submission: Submission): Fields {
  return submission.kind === 'fields' ? submission.fields : {}
}

/** Returns the strategy of an attempt that passed `requireMethod`. */
export function strategyOf({ pick }: PickedAttempt): Strategy {
  if (pick.kind !== 'found') throw new Error('requireMethod comes before this step')
  return pick.strategy
}

/** The refusal of a method that is switched off. */
export const methodDisabled: Refusal = { code: 404, reason: 'This method is turned off in the configuration.' }

/**
 * The strategy of a submission. `incomplete`: the field that its method needs is missing. `disabled`: its method cannot
 * be used. `none`: it is meant for no method.
 */
type StrategyPick =
  | { readonly kind: 'found'; readonly strategy: Strategy }
  | { readonly kind: 'incomplete'; readonly field: string }
  | { readonly kind: 'disabled' }
  | { readonly kind: 'none' }

/** Offers a submission to the methods of its flow, in their order. The first one that it is meant for takes it. */
export function pickStrategy(
  { strategies, wireMethods }: Pick<FlowContext, 'strategies' | 'wireMethods'>,
  flow: Pick<StoredFlow, 'kind' | 'type' | 'details'>,
  fields: Fields,
): StrategyPick {
  for (const { id, isAddressed, isUnknownWhenOff, needs } of wireMethods[flow.kind]) {
    if (!isAddressed(fields, flow)) continue
    if (needs !== undefined && textField(fields, needs).kind === 'missing') return { kind: 'incomplete', field: needs }
    const strategy = strategies.find((one) => one.id === id && one[flow.kind] !== undefined)
    if (strategy) return { kind: 'found', strategy }
    if (!isUnknownWhenOff) return { kind: 'disabled' }
  }
  return { kind: 'none' }
}
