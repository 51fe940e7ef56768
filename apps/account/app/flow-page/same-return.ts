import type { Flow } from '@gatehouse/contract/flow'

/** The query that takes a flow's way back along to another flow; empty where there is none. */
export function sameReturn({ return_to }: Pick<Flow, 'return_to'>): string {
  return return_to === undefined || return_to === '' ? '' : `?${new URLSearchParams({ return_to })}`
}
