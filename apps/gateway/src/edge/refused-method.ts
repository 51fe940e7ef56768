import type { RequestFacts } from './route.ts'

type Pages = (request: Request, facts: RequestFacts) => Promise<Response>

/**
 * React Router answers an unsupported method of an address (a file that is only downloaded, a form's target that is
 * only posted to) with a text for developers, and in development mode with a stack trace. This answer names the
 * supported methods.
 */
export function withWordsForMethods(pages: Pages): Pages {
  return async (request, facts) => {
    const response = await pages(request, facts)
    return (await isRouters(response)) ? refusedMethod(request.method) : response
  }
}

/** Such an answer is `{ message }`, with a `stack` in development. No page of ours refuses in JSON. */
async function isRouters(response: Response): Promise<boolean> {
  const isRefusal = response.status === 400 || response.status === 405
  if (!isRefusal || response.headers.get('content-type')?.startsWith('application/json') !== true) return false
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  return typeof body === 'object' && body !== null && 'message' in body
}

function refusedMethod(method: string): Response {
  // An address without a page for reading is the target of a form, and vice versa.
  const isRead = method === 'GET' || method === 'HEAD'
  const allow = isRead ? 'POST' : 'GET, HEAD'
  const text = `This address takes no ${method}, only ${isRead ? 'POST: use the form of its page' : 'GET'}.\n`
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', allow }
  return new Response(method === 'HEAD' ? null : text, { status: 405, headers })
}
