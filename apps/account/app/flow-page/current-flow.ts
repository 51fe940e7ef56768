import type { FlowKind } from '@gatehouse/contract/flows'
import { type DepartedFlow, type DrawnFlow, type PackedFlow, type UndrawnFlow, unpack } from './drawn-flow.ts'

/** The answers a flow page was drawn from: its loader's, and its action's once something was submitted. */
export interface FlowAnswers<K extends FlowKind> {
  readonly loaderData: PackedFlow<K> | null
  readonly actionData?: DrawnFlow<K> | UndrawnFlow | DepartedFlow | undefined
}

/** Returns the flow to draw: the answer to the last submit, else the flow with which the page began. */
export function currentFlow<K extends FlowKind>({ loaderData, actionData }: FlowAnswers<K>): DrawnFlow<K> {
  if (actionData !== undefined && 'action' in actionData) return actionData
  const begun = shownBy<K>(actionData) ?? (loaderData === null ? undefined : unpack(loaderData))
  if (begun === undefined) throw new Error('A page that loads no flow must have been submitted')
  if (actionData === undefined) return begun
  const { notice: _before, wait: _over, departedTo: _opened, ...form } = begun
  if ('departedTo' in actionData) return { ...form, failed: false, departedTo: actionData.departedTo }
  return { ...form, notice: actionData.notice, failed: true, unanswered: true }
}

/** A page draws flows of one kind, so what it showed is of that kind. */
function shownBy<K extends FlowKind>(actionData: UndrawnFlow | DepartedFlow | undefined): DrawnFlow<K> | undefined {
  return actionData?.shown as DrawnFlow<K> | undefined
}
