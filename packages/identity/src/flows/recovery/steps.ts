import type { ContinueWith } from '@gatehouse/contract/flows'

import type { Refusal } from '../../http/answer.ts'
import { visitorNetwork } from '../../limits/visitor-network.ts'
import { flowExpired } from '../../messages/flow-errors.ts'
import { recoveryAlreadyDone } from '../../messages/recovery.ts'
import { tooManyCodes } from '@gatehouse/contract/account'
import { tooManyCodesEntered } from '../../messages/account-rule.ts'
import type { FlowContext } from '../flow-context.ts'
import { newCsrfSecret } from '../http/csrf.ts'
import { expiredSubmitRefusal, isExpired } from '../model/expiry.ts'
import type { StoredFlow } from '../model/flow.ts'
import {
  csrfViolation,
  fieldsOf,
  lacksFlowCookie,
  requireMethod,
  requireNativeCaller,
  requireReadableBody,
  requireSoundFields,
  strategyOf,
  type Step,
  type StepRow,
} from '../steps/guards.ts'
import type { Attempt } from '../model/attempt.ts'
import { refused, type Outcome } from '../model/outcome.ts'
import { reject, showNextForm } from '../steps/reject.ts'
import { replacedRefusal, retry } from '../steps/retry.ts'
import { finishRecovery } from './finish.ts'
import { followRecovery, openRecovery } from './form.ts'

const requireEnabled: Step = ({ config }, { flow }) =>
  config.selfservice.flows.recovery.enabled ? undefined : refused(flow, recoveryDisabled)

const requireNoSession: Step = ({ config }, { flow, signedIn }) =>
  signedIn && recoveryWhileSignedIn(config.selfservice.defaultReturnUrl, flow.type)

const requireLiveFlow: Step = async (context, { flow, request }) => {
  if (!isExpired(flow, request.now)) return undefined
  const tell = (successor: StoredFlow): Refusal =>
    expiredSubmitRefusal(flow, successor.id, request.now, showRecovery(successor))
  return retry(context, request, { ...flow, kind: 'recovery' }, (again) => openRecovery(context, again), {
    message: flowExpired('recovery', flow.expiresAt),
    rotates: false,
    ...(namesSuccessor(context, flow) && { tell }),
  })
}

const requireUnfinished: Step = async (context, { flow, request }) => {
  if (flow.state !== 'passed_challenge') return undefined
  const tell = (successor: StoredFlow): Refusal => replacedRefusal(successor.id, showRecovery(successor))
  return retry(context, request, { ...flow, kind: 'recovery' }, (again) => openRecovery(context, again), {
    message: recoveryAlreadyDone(),
    rotates: true,
    startsAfresh: true,
    ...(namesSuccessor(context, flow) && { tell }),
  })
}

/** Requires the anti-CSRF token. A wrong one ends the trust in this browser's cookie too. */
const requireCsrfToken: Step = (context, { request, flow, submission }) => {
  const refusal = csrfViolation(request, flow, fieldsOf(submission))
  return refusal && { ...refused(flow, refusal), cookies: [context.csrf.write(newCsrfSecret())] }
}

const requireOwnBrowser: Step = (context, attempt) =>
  lacksFlowCookie(attempt) ? requireCsrfToken(context, attempt) : undefined

const runRecovery: Step = async (context, attempt) => {
  const { flow, submission, request } = attempt
  const { recovery } = strategyOf(attempt)
  if (!recovery) throw new Error('requireMethod picks strategies that can recover')
  const outcome = await recovery.submit({
    flow,
    fields: fieldsOf(submission),
    now: request.now,
    network: visitorNetwork(request.headers),
  })
  switch (outcome.kind) {
    case 'recovered':
      return finishRecovery(context, attempt, outcome)
    case 'rejected':
      return reject(context, flow, outcome)
    case 'ask':
      return showNextForm(context, attempt, outcome, followRecovery)
    case 'exhausted':
      return startAgain(context, attempt)
    case 'refused':
      return refused(flow, outcome.refusal)
    default:
      return outcome satisfies never
  }
}

/** Opens another flow after too many wrong codes; JSON clients that know `continue_with` get its address. */
async function startAgain(context: FlowContext, { flow, request }: Attempt): Promise<Outcome> {
  const tell = (successor: StoredFlow): Refusal => ({
    code: 400,
    reason: tooManyCodes,
    details: showRecovery(successor),
  })
  return retry(context, request, { ...flow, kind: 'recovery' }, (again) => openRecovery(context, again), {
    message: tooManyCodesEntered(),
    rotates: true,
    ...(context.config.featureFlags.useContinueWithTransitions && { tell }),
  })
}

/** TABLE: submitting a recovery. */
// prettier-ignore
export const submitRecovery: readonly StepRow[] = [
  //                    browser native refresh
  [requireEnabled,      true,   true,  true],
  [requireNoSession,    true,   true,  true],
  [requireLiveFlow,     true,   true,  true],
  [requireUnfinished,   true,   true,  true],
  [requireOwnBrowser,   true,   false, true],
  [requireReadableBody, true,   true,  true],
  [requireCsrfToken,    true,   false, true],
  [requireNativeCaller, false,  true,  true],
  [requireSoundFields('recovery'), true, true, true],
  [requireMethod,       true,   true,  true],
  [runRecovery,         true,   true,  true],
]

/** Checks that the error names the new flow, for native apps that know `continue_with`. */
function namesSuccessor({ config }: Pick<FlowContext, 'config'>, flow: StoredFlow): boolean {
  return flow.type === 'api' && config.featureFlags.useContinueWithTransitions
}

function showRecovery({ id }: StoredFlow): { continue_with: readonly ContinueWith[] } {
  return { continue_with: [{ action: 'show_recovery_ui', flow: { id } }] }
}

/** Refuses every start, read, submission and link of a recovery while it is off; also of one that began before. */
export const recoveryDisabled: Refusal = { code: 400, reason: 'Account recovery is turned off in the configuration.' }

/** Refuses a recovery of a signed-in person. JSON clients get an error, browsers are redirected. */
export function recoveryWhileSignedIn(location: string, type: StoredFlow['type']): Outcome {
  return {
    kind: 'refused',
    native: type === 'api',
    refusal: {
      code: 400,
      id: 'session_already_available',
      reason: 'You are signed in already, so there is nothing to recover.',
      message: 'you are already signed in',
    },
    page: { location, status: 302 },
  }
}
