import { limitRefusal } from '../../limits/refusal.ts'
import { clearMessages, putMessages, setValues } from '../../nodes/change.ts'
import { sortNodes } from '../../nodes/sort.ts'
import type { Ask, Rejected } from '../ports/strategy-outcome.ts'
import type { FlowContext } from '../flow-context.ts'
import type { StoredFlow } from '../model/flow.ts'
import { consumeMessageLimits } from './consume-limits.ts'
import { nodeOrder } from '../presentation/node-order.ts'
import { refused, type Outcome } from '../model/outcome.ts'
import type { RequestContext } from '../http/request-context.ts'
import { revise } from './revise.ts'

/** The maximum length of values that are shown in a form again, in characters of JSON. */
const longestKeptValue = 4096

/** Writes the faults into the flow and shows it. */
export async function reject(
  context: FlowContext,
  flow: StoredFlow,
  rejected: Rejected & { readonly active?: string },
): Promise<Outcome> {
  const next = await context.transactions.write(async () => {
    await context.events.failed(flow, rejected, rejected.active)
    return revise(context, flow, (fresh) => redrawn(context, fresh, rejected))
  })
  const redirect = flow.kind === 'registration' ? 302 : 303
  const extra = echoesPayload(flow, rejected) ? { extra: noTransientPayload } : {}
  return { kind: 'flow', flow: next, status: rejected.status ?? 400, redirect, ...extra }
}

async function redrawn(
  context: Pick<FlowContext, 'identities' | 'methodNames' | 'schemas'>,
  fresh: StoredFlow,
  rejected: Rejected & { readonly active?: string },
): Promise<Partial<StoredFlow>> {
  const cleared = clearMessages(rejected.nodes ?? fresh.nodes)
  const nodes = putMessages(setValues(cleared, kept(rejected.values)), rejected.fields ?? [])
  const order = await nodeOrder(context, fresh)
  return {
    nodes: order ? sortNodes(nodes, order) : nodes,
    // Settings keep the word about the last save beside a field's fault.
    messages: rejected.form ?? (fresh.kind === 'settings' ? fresh.messages : []),
    ...(rejected.active !== undefined && { active: rejected.active }),
  }
}

/** Checks that the answer repeats the payload: after a wrong code in a recovery or verification. */
function echoesPayload(flow: StoredFlow, { status }: Rejected): boolean {
  return status === 200 && flow.state === 'sent_email' && (flow.kind === 'recovery' || flow.kind === 'verification')
}

const noTransientPayload = { transient_payload: {} } as const

/** Continues the flow with another form and writes its messages; a reached limit leaves the flow unchanged. */
export async function showNextForm<Event extends string>(
  context: FlowContext,
  { flow, request }: { readonly flow: StoredFlow; readonly request: RequestContext },
  step: Ask<Event>,
  state: (from: string, event: Event) => string,
): Promise<Outcome> {
  const { sends } = step
  const move = (): Promise<StoredFlow> => revise(context, flow, async (fresh) => applyNextForm(fresh, step, state))
  // A code that is being sent has been promised; a screen has not.
  const next = sends
    ? await context.transactions.durable(async () => {
        const taken = await consumeMessageLimits(context, request, sends.to)
        if (taken.kind === 'refused') return taken
        await sends.write(taken.allowance)
        return move()
      })
    : await move()
  if (next.kind === 'refused') return refused(flow, limitRefusal(next, request.now))
  return {
    kind: 'flow',
    flow: next,
    status: step.status ?? 400,
    ...(flow.kind === 'verification' ? {} : { extra: noTransientPayload }),
  }
}

/** Returns the flow after a step. */
export function applyNextForm<Event extends string>(
  flow: StoredFlow,
  step: Ask<Event>,
  state: (from: string, event: Event) => string,
): StoredFlow {
  return {
    ...flow,
    state: state(flow.state, step.event),
    active: step.active,
    nodes: step.nodes,
    messages: step.messages,
    details: { ...flow.details, ...step.details },
  }
}

function kept(values: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => (JSON.stringify(value) ?? '').length <= longestKeptValue),
  )
}
