import { isInputNode, type UiNode } from '@gatehouse/contract/flows'

import { composeIdentity } from '../../identities/compose.ts'
import { chooseCredential } from '../../messages/registration.ts'
import { visitorNetwork } from '../../limits/visitor-network.ts'
import { findField, setValues } from '../../nodes/change.ts'
import type { RegistrationOutcome } from '../ports/strategy.ts'
import type { AskNeeds, FormNeeds, RegistrationNeeds } from '../needs.ts'
import { strategyOf } from '../steps/guards.ts'
import type { Attempt } from '../model/attempt.ts'
import type { Step } from '../steps/guards.ts'
import { flowSchema } from '../presentation/node-order.ts'
import { leave } from '../steps/redirect.ts'
import { refused } from '../model/outcome.ts'
import type { Outcome } from '../model/outcome.ts'
import { ask, reject } from '../steps/reject.ts'
import type { Submission } from '../http/submission.ts'
import { invalidTraits, readWholeTraits, traitValues, withoutLists } from '../presentation/traits.ts'
import type { Traits } from '../../identities/identity.ts'
import { finishRegistration } from './finish.ts'
import { drawRegistration, followRegistration, registrationTraitNodes } from './form.ts'

/** Checks the traits, then lets the chosen method look at the submission. */
export const runRegistration: Step<RegistrationNeeds> = async (context, attempt) => {
  const { flow, submission, request } = attempt
  const { registration } = strategyOf(attempt)
  if (!registration || submission.kind !== 'fields') throw new Error('earlier steps make sure of both')
  const schema = flowSchema(context.schemas, flow)
  const traits = readWholeTraits(schema, submission)
  /** What the next form shows of them. */
  const shown = context.config.improvements.listsStay ? traits : withoutLists(traits)
  const { fields } = submission
  if (registration.screen?.(fields) === 'profile') return showScreen(context, attempt, 'profile', shown)

  if (registration.begin) {
    return settle(context, attempt, await registration.begin({ flow, submission, schema, now: request.now }), shown)
  }

  const composed = composeIdentity(schema, traits, request.now)
  if (composed.kind === 'invalid') return reject(context, flow, invalidTraits(schema, shown, composed.faults))
  const outcome = await registration.submit({
    flow,
    fields,
    now: request.now,
    network: visitorNetwork(request.headers),
    schema,
    traits,
    traitNodes: registrationTraitNodes(schema, shown),
    draft: composed.identity,
  })
  return settle(context, attempt, outcome, shown)
}

async function settle(
  context: RegistrationNeeds,
  attempt: Attempt,
  outcome: RegistrationOutcome,
  traits: Traits,
): Promise<Outcome> {
  const { flow } = attempt
  const schema = flowSchema(context.schemas, flow)
  switch (outcome.kind) {
    case 'accepted':
      return finishRegistration(context, attempt, outcome, traitValues(schema, traits))
    case 'proved':
      return outcome.settle(attempt)
    case 'screen':
      return showScreen(context, attempt, outcome.screen, traits)
    case 'rejected':
      return reject(context, flow, { ...outcome, values: { ...traitValues(schema, traits), ...outcome.values } })
    case 'ask':
      return ask(context, attempt, outcome, followRegistration)
    case 'redirect':
      return leave(context, attempt, outcome)
    case 'refused':
      return refused(flow, outcome.refusal)
    default:
      return outcome satisfies never
  }
}

async function showScreen(
  context: AskNeeds & FormNeeds,
  { flow, submission, request }: Attempt,
  screen: 'profile' | 'credentials',
  traits: Traits,
): Promise<Outcome> {
  const nodes = withUnsaid(await drawRegistration(context, flow, screen, traits), flow.nodes, submission)
  const messages = screen === 'credentials' ? [chooseCredential()] : []
  const shown = await ask(
    context,
    { flow, request },
    { kind: 'ask', event: 'screen_changed', nodes, messages },
    followRegistration,
  )
  return screen === 'profile' && shown.kind === 'flow' ? { ...shown, extra: {} } : shown
}

/** What a submission does not even mention stays as it was; what it leaves empty is gone. */
function withUnsaid(nodes: readonly UiNode[], before: readonly UiNode[], submission: Submission): readonly UiNode[] {
  const isForm = submission.kind === 'fields' && submission.encoding === 'form'
  const said = new Set(isForm ? submission.entries.map(([name]) => name) : [])
  const values = nodes.filter(isInputNode).flatMap(({ attributes: { name, value } }) => {
    const old = findField(before, name)?.attributes.value
    return name.startsWith('traits.') && value === undefined && old !== undefined && !said.has(name)
      ? [[name, old] as const]
      : []
  })
  return setValues(nodes, Object.fromEntries(values))
}
