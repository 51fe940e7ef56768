import type { Visitor } from '../visitor.ts'

/** Returns the id of the flow whose form is on the page. */
export async function flowIdOf({ page }: Visitor): Promise<string> {
  const action = await page.locator('main form[action*="flow="]').first().getAttribute('action')
  const id = new URL(action ?? '', page.url()).searchParams.get('flow')
  if (id === null) throw new Error(`No flow in ${action ?? 'a page without a form'}`)
  return id
}

/** Returns the end of a flow, in milliseconds since 1970. */
export async function expiryOf({ page, origin }: Visitor, kind: string, id: string): Promise<number> {
  const headers = { accept: 'application/json' }
  const response = await page.request.get(`${origin}/self-service/${kind}/flows?id=${id}`, { headers })
  const flow = (await response.json()) as { readonly expires_at: string }
  return Date.parse(flow.expires_at)
}
