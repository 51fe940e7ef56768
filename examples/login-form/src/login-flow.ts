import type { LoginFlow } from '@gatehouse/contract/flows'

/**
 * Returns the flow that the address names, else a new one. If a flow is over, or of another browser, the page leaves
 * for the service's entry point, which starts a new one; the promise stays open then, because the page goes away.
 * Rejects if the service does not answer.
 */
export async function loadLoginFlow(): Promise<LoginFlow> {
  const id = new URLSearchParams(location.search).get('flow')
  const address = id ? `/self-service/login/flows?id=${encodeURIComponent(id)}` : '/self-service/login/browser'
  const response = await fetch(address, { headers: { accept: 'application/json' } })
  if (response.ok) return parseLoginFlow(await response.json())
  if (response.status >= 500) throw new Error(`The identity service answered ${response.status}.`)
  location.replace('/self-service/login/browser')
  return new Promise(() => {})
}

function parseLoginFlow(body: unknown): LoginFlow {
  return body as LoginFlow
}
