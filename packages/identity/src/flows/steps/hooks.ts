import type { AfterConfig, HookConfig } from '../../configuration/config.ts'
import type { ChangedIdentity, IdentityChange } from '../../identities/change-identity.ts'
import { generic } from '../../messages/validation.ts'
import { assignMessages, type FieldMessage, shownField } from '../../nodes/change.ts'
import type { FlowContext } from '../flow-context.ts'
import { type Outcome, refused } from '../model/outcome.ts'
import type { Rejected } from '../ports/strategy-outcome.ts'
import { type HookEvent, hookFailed, type HookVerdict } from '../ports/web-hooks.ts'
import { reject } from './reject.ts'

/** The answer of the hooks: the flow continues, or it stops with an outcome. */
export type HookAnswer =
  | { readonly kind: 'go_on'; readonly change: IdentityChange }
  | { readonly kind: 'stopped'; readonly outcome: Outcome }

/**
 * Runs the hooks that may stop the flow, before anything is stored. They take time: read data again afterwards. `values`
 * are the submitted values, which a refused form shows again.
 */
export async function runPrePersistHooks(
  context: FlowContext,
  hooks: readonly HookConfig[],
  event: HookEvent,
  values: Readonly<Record<string, unknown>> = {},
): Promise<HookAnswer> {
  return answerOf(context, event, await context.webHooks.before(hooks, event), values)
}

/** Runs the awaited hooks after the data was stored. */
export async function runPostPersistHooks(
  context: FlowContext,
  hooks: readonly HookConfig[],
  event: HookEvent,
): Promise<Outcome | undefined> {
  const answer = await answerOf(context, event, await context.webHooks.after(hooks, event), {})
  return answer.kind === 'stopped' ? answer.outcome : undefined
}

async function answerOf(
  context: FlowContext,
  { flow }: HookEvent,
  verdict: HookVerdict,
  values: Readonly<Record<string, unknown>>,
): Promise<HookAnswer> {
  switch (verdict.kind) {
    case 'go_on':
      return verdict
    case 'rejected':
      return { kind: 'stopped', outcome: await reject(context, flow, refusalAt(flow, verdict.messages, values)) }
    case 'refused':
      return { kind: 'stopped', outcome: refused(flow, verdict.refusal) }
    default:
      return verdict satisfies never
  }
}

/** Refuses the changes of hooks that the account cannot take. `values` as above. */
export async function refuseChange(
  context: FlowContext,
  { flow }: Pick<HookEvent, 'flow'>,
  changed: Exclude<ChangedIdentity, { readonly kind: 'composed' }>,
  values: Readonly<Record<string, unknown>>,
): Promise<Outcome> {
  if (changed.kind === 'unknown_schema') {
    context.warn(`a web hook asked for the identity schema "${changed.id}", which does not exist`)
    return refused(flow, hookFailed)
  }
  // A fault of a field that the form does not have becomes a message of the form, which names the field.
  const messages = changed.faults.map(({ name, message }) =>
    shownField(flow.nodes, name) === undefined
      ? { field: '', message: generic(`${name.replace(/^traits\./, '')}: ${message.text}`) }
      : { field: name, message },
  )
  return reject(context, flow, refusalAt(flow, messages, values))
}

function refusalAt(
  { nodes }: HookEvent['flow'],
  messages: readonly FieldMessage[],
  values: Readonly<Record<string, unknown>>,
): Rejected {
  return { kind: 'rejected', ...assignMessages(nodes, messages), values }
}

/** Returns the hooks that run after a method: its own if it has any, else the flow's. */
export function hooksAfter(after: AfterConfig, method: string): readonly HookConfig[] {
  const own = after.methods[method]?.hooks ?? []
  return own.length > 0 ? own : after.hooks
}

/** True if a hook of this name runs after the method. */
export function runsHook(after: AfterConfig, method: string, hook: string): boolean {
  return hooksAfter(after, method).some((entry) => entry.hook === hook)
}
