import { accountRuleOf } from '@gatehouse/contract/account'
import type { FlowKind } from '@gatehouse/contract/flows'
import type { ReactNode } from 'react'
import type { DrawnFlow } from './drawn-flow.ts'

/**
 * Past the first step, what the service says of the step is the line under the title, not a box above the form. `rest` is
 * drawn below it. Warnings stay a box of their own, and so do refusals.
 */
export function statusAsIntro<K extends FlowKind>(
  step: string,
  drawn: DrawnFlow<K>,
  otherwise: ReactNode,
): { readonly intro: ReactNode; readonly rest: DrawnFlow<K> } {
  const [status, ...more] = drawn.flow.ui.messages ?? []
  const isWarning = accountRuleOf(status?.context?.['account_rule']) !== undefined
  if (step === '' || status?.type !== 'info' || isWarning) return { intro: otherwise, rest: drawn }
  const flow = { ...drawn.flow, ui: { ...drawn.flow.ui, messages: more } }
  return { intro: <span data-testid={`ui/message/${status.id}`}>{status.text}</span>, rest: { ...drawn, flow } }
}
