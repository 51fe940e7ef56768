import type { HookConfig } from '../../configuration/config.ts'
import type { HookEvent, HookVerdict, IdentityChange } from '../ports/web-hooks.ts'
import { applyTraits } from '../../identities/compose.ts'
import type { Identity } from '../../identities/identity.ts'
import type { FlowContext } from '../flow-context.ts'
import type { RejectNeeds, HookNeeds } from '../needs.ts'
import { refused } from '../model/outcome.ts'
import type { Outcome } from '../model/outcome.ts'
import { reject } from './reject.ts'

/** Whether a flow may end as it was going to. */
export type HookAnswer =
  | { readonly kind: 'go_on'; readonly changes: readonly IdentityChange[] }
  | { readonly kind: 'stopped'; readonly outcome: Outcome }

/**
 * Asks the hooks that may refuse. What was read before is old afterwards, if `waits` says so. `values` is what was typed:
 * it stays in the form that a refusal shows.
 */
export async function askHooks(
  context: HookNeeds,
  hooks: readonly HookConfig[],
  event: HookEvent,
  values: Readonly<Record<string, unknown>> = {},
): Promise<HookAnswer> {
  return answerOf(context, event, await context.webHooks.before(hooks, event), values)
}

/** Tells the hooks that are waited for what has been stored. */
export async function tellHooks(
  context: HookNeeds,
  hooks: readonly HookConfig[],
  event: HookEvent,
): Promise<Outcome | undefined> {
  const answer = await answerOf(context, event, await context.webHooks.after(hooks, event), {})
  return answer.kind === 'stopped' ? answer.outcome : undefined
}

async function answerOf(
  context: RejectNeeds,
  { flow }: HookEvent,
  verdict: HookVerdict,
  values: Readonly<Record<string, unknown>>,
): Promise<HookAnswer> {
  switch (verdict.kind) {
    case 'go_on':
      return verdict
    case 'rejected':
      return { kind: 'stopped', outcome: await reject(context, flow, { ...verdict.rejected, values }) }
    case 'refused':
      return { kind: 'stopped', outcome: refused(flow, verdict.refusal) }
    default:
      return verdict satisfies never
  }
}

/** The account with what hooks asked for. Nothing: they asked for traits that the schema refuses. */
export function withChanges(
  { schemas, warn }: Pick<FlowContext, 'schemas' | 'warn'>,
  identity: Identity,
  changes: readonly IdentityChange[],
  now: number,
): Identity | undefined {
  let result = identity
  for (const change of changes) {
    const schema = schemas.get(result.schemaId) ?? schemas.standard
    const composed = change.traits === undefined ? undefined : applyTraits(schema, result, change.traits, now)
    if (composed?.kind === 'invalid') {
      const names = composed.faults.map(({ name }) => name).join(', ')
      warn(`a web hook asked for traits that the identity schema "${schema.id}" refuses: ${names}`)
      return undefined
    }
    result = {
      ...(composed?.identity ?? result),
      ...(change.metadata_public !== undefined && { metadataPublic: change.metadata_public }),
      ...(change.metadata_admin !== undefined && { metadataAdmin: change.metadata_admin }),
      ...(change.external_id !== undefined && { externalId: change.external_id || undefined }),
    }
  }
  return result
}

/** A hook asked for something that cannot be. */
export function unusableChange(flow: HookEvent['flow']): Outcome {
  return refused(flow, {
    code: 502,
    id: 'upstream_error',
    reason: 'A service that has to agree to this did not answer as it should. Please try again later.',
  })
}
