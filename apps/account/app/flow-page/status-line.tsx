import { accountRuleOf } from '@gatehouse/contract/account'
import type { FlowKind } from '@gatehouse/contract/flows'
import type { ReactNode } from 'react'
import type { DrawnFlow } from './drawn-flow.ts'

/**
 * Past the first step, the service's message about the step is the line under the title, not a box above the form; a
 * second paragraph of it is a box. `rest` is drawn below it. Other warnings stay boxes, and so do refusals.
 */
export function statusAsIntro<K extends FlowKind>(
  step: string,
  drawn: DrawnFlow<K>,
  otherwise: ReactNode,
): { readonly intro: ReactNode; readonly rest: DrawnFlow<K> } {
  const [status, ...more] = drawn.flow.ui.messages ?? []
  const [said = '', ...warning] = status?.text.split('\n') ?? []
  const isWarning = accountRuleOf(status?.context?.['account_rule']) !== undefined && warning.length === 0
  if (step === '' || status?.type !== 'info' || isWarning) return { intro: otherwise, rest: drawn }
  const boxes = warning.map((text) => ({ ...status, text }))
  const flow = { ...drawn.flow, ui: { ...drawn.flow.ui, messages: [...boxes, ...more] } }
  const id = `ui/message/${status.id}`
  // If there is a box, it has the id.
  return { intro: <span data-testid={boxes.length > 0 ? undefined : id}>{said}</span>, rest: { ...drawn, flow } }
}
