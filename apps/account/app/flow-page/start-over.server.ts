import { isInputNode, type Flow, type FlowKind } from '@gatehouse/contract/flows'
import { keepTyped } from './form/keep-typed.ts'
import { createFlow, type FlowPageContext, readFlow, type Settled, settle } from './start-flow.server.ts'

/**
 * A new flow on its first screen, filled in with what the flow before knew: a person who sees a wrong address
 * in "enter the code we sent to …" corrects it, and types nothing else again.
 */
export async function startOver<K extends FlowKind>(flowPage: FlowPageContext<K>, before: string): Promise<Settled<K>> {
  const [known, fresh] = await Promise.all([readFlow(flowPage, before), createFlow(flowPage)])
  const settled = await settle(flowPage, fresh)
  if (settled.kind !== 'draw' || known.kind !== 'draw') return settled
  return { ...settled, flow: keepTyped(settled.flow, valuesOf(known.flow)) }
}

/** What a flow carries along from screen to screen, by the names of its fields. */
function valuesOf({ ui }: Flow): URLSearchParams {
  return new URLSearchParams(
    ui.nodes.flatMap((node) => {
      if (!isInputNode(node)) return []
      const { name, value } = node.attributes
      return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? [[name, String(value)]]
        : []
    }),
  )
}
