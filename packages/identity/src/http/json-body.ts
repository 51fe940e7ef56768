import { parseJsonBody, plainWords, shapeFault } from '@gatehouse/platform/http'
import type { z } from 'zod'

import { bounds } from './bounds.ts'
import { RefusalError } from './answer.ts'
import type { RouteContext } from './route.ts'

/** Parses JSON text. Refuses with 400 invalid JSON, too many values, and too deep nesting. */
export function parseJson(text: string, reason?: Reason): unknown {
  const parsed = parseJsonBody(text, { values: bounds.valuesOfAdminBody, depth: bounds.depthOfAdminBody })
  if (parsed.kind === 'fault') throw malformed(reason, parsed.fault)
  return parsed.document
}

/** Makes the fault the reason of the refusal. Without it the fault is the message. */
export const faultIsReason = Symbol('the fault is the reason')

/** The reason of a refusal. */
type Reason = string | typeof faultIsReason

function malformed(reason: Reason | undefined, fault: string): RefusalError {
  if (reason === faultIsReason) return new RefusalError({ code: 400, reason: fault })
  return new RefusalError({ code: 400, message: fault, ...(reason && { reason }) })
}

/** Reads a JSON body in exactly this shape; refuses with 400 and names the fault, with this `reason` if given. */
export async function readJsonBody<S extends z.ZodType>(
  context: RouteContext,
  shape: S,
  reason?: Reason,
): Promise<z.output<S>> {
  const text = new TextDecoder().decode(await context.body())
  if (text === '') {
    throw new RefusalError({ code: 400, reason: 'The request has no body. Send JSON, with its Content-Length.' })
  }
  return requireShape(parseJson(text, reason), shape, reason)
}

/** Returns the fault of a request whose body is not declared as JSON, or nothing. */
export function jsonTypeFault(headers: Headers): string | undefined {
  const declared = headers.get('content-type') ?? ''
  const types = declared.split(',').map((type) => type.split(';', 1)[0]?.trim().toLowerCase())
  if (types.includes('application/json')) return undefined
  return `The content type ${JSON.stringify(declared.slice(0, 100))} is not supported. Send application/json.`
}

/** Refuses with 400 a body that is not declared as JSON. */
export function requireJsonType({ request }: Pick<RouteContext, 'request'>): void {
  const reason = jsonTypeFault(request.headers)
  if (reason !== undefined) throw new RefusalError({ code: 400, reason })
}

/** Returns a document in exactly this shape; refuses with 400 and names the fault. */
export function requireShape<S extends z.ZodType>(document: unknown, shape: S, reason?: Reason): z.output<S> {
  const result = shape.safeParse(document, { error: plainWords })
  if (result.success) return result.data
  throw malformed(reason, shapeFault(result.error))
}
