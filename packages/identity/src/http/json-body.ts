import type { z } from 'zod'

import { bounds } from './bounds.ts'
import { RefusalError } from './answer.ts'
import { jsonSize } from './json-size.ts'
import type { RouteContext } from './route.ts'

/** Parses JSON text. Refuses with 400 what is none, has too many values, or is nested too deeply. */
export function parseJson(text: string, reason?: string): unknown {
  const { values, depth } = jsonSize(text)
  if (depth > bounds.depthOfAdminBody) {
    throw malformed(reason, `The request body is nested too deeply: at most ${bounds.depthOfAdminBody} levels are read`)
  }
  if (values > bounds.valuesOfAdminBody) {
    throw malformed(
      reason,
      `The request body has too many values: send at most ${bounds.valuesOfAdminBody} fields and items`,
    )
  }
  try {
    return JSON.parse(text)
  } catch {
    throw malformed(reason, 'The request body is not valid JSON')
  }
}

function malformed(reason: string | undefined, message: string): RefusalError {
  return new RefusalError({ code: 400, message, ...(reason && { reason }) })
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
    return `The field "${[...path, issue.keys[0] ?? ''].join('.').slice(0, bounds.charactersOfQuotation)}" is unknown`
  }
  const where =
    path.length === 0 ? 'The request body' : `The field "${path.join('.').slice(0, bounds.charactersOfQuotation)}"`
  return `${where} is wrong: ${issue.message.replace(/^Invalid input: /, '')}`
}
