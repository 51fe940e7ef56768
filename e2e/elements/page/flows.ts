/** The flows that have a page here. */
export const flowKinds = ['login', 'registration', 'settings', 'verification', 'recovery'] as const

export type FlowKind = (typeof flowKinds)[number]

/** Returns the address at which a browser starts a flow; the service sends it back to the page. */
export function startOf(kind: FlowKind): string {
  return `/self-service/${kind}/browser${location.search}`
}

/** Reads the flow that the address names. Undefined if there is none (any more): then it has to start. */
export async function readFlow(kind: FlowKind): Promise<unknown> {
  const id = new URLSearchParams(location.search).get('flow')
  if (id === null) return undefined
  const headers = { accept: 'application/json' }
  const answer = await fetch(`/self-service/${kind}/flows?id=${encodeURIComponent(id)}`, { headers })
  return answer.ok ? answer.json() : undefined
}
