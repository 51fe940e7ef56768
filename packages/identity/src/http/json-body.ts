import type { z } from 'zod'

import { RefusalError } from './answer.ts'
import type { RouteContext } from './route.ts'

/** Deeper documents are refused: walking them would exhaust the stack. */
const deepestNesting = 64

/** Parses JSON text. Refuses with 400 what is none, or is nested too deeply. */
export function parseJson(text: string, reason?: string): unknown {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    throw new RefusalError({ code: 400, message: 'The request body is not valid JSON', ...(reason && { reason }) })
  }
  if (isDeeperThan(document, deepestNesting)) {
    throw new RefusalError({ code: 400, message: 'The request body is nested too deeply', ...(reason && { reason }) })
  }
  return document
}

/** Reads a JSON body in exactly this shape; refuses with 400 and names the fault, with this `reason` where one is given. */
export async function readJsonBody<S extends z.ZodType>(
  context: RouteContext,
  shape: S,
  reason?: string,
): Promise<z.output<S>> {
  const text = new TextDecoder().decode(await context.body())
  if (text === '') {
    throw new RefusalError({ code: 400, reason: 'The request has no body. Send JSON, with its Content-Length.' })
  }
  return requireShape(parseJson(text, reason), shape, reason)
}

/** A document in exactly this shape; refuses with 400 and names the fault. */
export function requireShape<S extends z.ZodType>(document: unknown, shape: S, reason?: string): z.output<S> {
  const result = shape.safeParse(document)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const message = issue ? faultOf(issue) : 'The request body has a fault'
  throw new RefusalError({ code: 400, message, ...(reason && { reason }) })
}

function faultOf(issue: z.core.$ZodIssue): string {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') {
    return `The field "${[...path, issue.keys[0] ?? ''].join('.')}" is unknown`
  }
  const where = path.length === 0 ? 'The request body' : `The field "${path.join('.')}"`
  return `${where} is wrong: ${issue.message.replace(/^Invalid input: /, '')}`
}

/** Walks level by level, so that depth cannot hurt it. */
function isDeeperThan(document: unknown, limit: number): boolean {
  let level: unknown[] = [document]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []))
  }
  return false
}
