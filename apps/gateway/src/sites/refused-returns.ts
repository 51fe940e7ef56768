import { z } from 'zod'
import type { Route } from '../edge/route.ts'

/** Receives the service's message about a refused `return_to`; returns the text for developers. */
export type OnRefusedReturn = (reason: string, requestId: string) => string | undefined

const refusal = z.object({
  error: z.looseObject({
    id: z.literal('self_service_flow_return_to_forbidden'),
    reason: z.string().default(''),
    details: z.looseObject({}).nullish(),
  }),
})

/** Names the setting if the API refuses a `return_to` to a program: the pages do it for people. */
export function nameRefusedReturns(onRefusedReturn: OnRefusedReturn): (handle: Route['handle']) => Route['handle'] {
  return (handle) => async (request, facts) => {
    const answer = await handle(request, facts)
    if (!mayRefuse(request, answer)) return answer
    const text = await answer.text()
    const same = { status: answer.status, headers: answer.headers }
    const refused = refusal.safeParse(parseJson(text))
    if (!refused.success) return new Response(text, same)
    const { error } = refused.data
    const hint = onRefusedReturn(error.reason, facts.requestId)
    if (hint === undefined) return new Response(text, same)
    same.headers.delete('content-length')
    return Response.json({ ...refused.data, error: { ...error, details: { ...error.details, hint } } }, same)
  }
}

function mayRefuse({ url }: Request, { status, headers }: Response): boolean {
  const isJson = headers.get('content-type')?.startsWith('application/json') === true
  return status === 400 && isJson && !headers.has('content-encoding') && new URL(url).searchParams.has('return_to')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
