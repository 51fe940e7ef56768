import type { LoginFlow } from '@gatehouse/contract/flows'

/** Whether a flow says that something was wrong, about a field or about all of it. */
export function hasError({ ui }: Pick<LoginFlow, 'ui'>): boolean {
  return [...(ui.messages ?? []), ...ui.nodes.flatMap(({ messages }) => messages)].some(({ type }) => type === 'error')
}
