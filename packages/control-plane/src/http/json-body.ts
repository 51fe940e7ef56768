import { readBody, parseJsonBody, plainWords, shapeFault } from '@gatehouse/platform/http'
import type { z } from 'zod'

import { RefusalError } from './answer.ts'

const limitBytes = 1024 * 1024
const deepestNesting = 64
/**
 * The maximum number of fields and items, at every level: twice the limit of a project's configuration
 * (docs/reference/security.md), more than a body of any operation. Parsing and validating as many as a mebibyte holds would block
 * the thread of all projects for half a second.
 */
const mostValues = 50_000

/** Reads a JSON body in exactly this shape. Refuses with 400 and names the fault, with 413 past a mebibyte. */
export async function readJsonBody<S extends z.ZodType>(request: Request, shape: S): Promise<z.output<S>> {
  const text = new TextDecoder().decode(await readBody(request, limitBytes))
  if (text.trim() === '') throw malformed('The request has no body; send JSON.')
  const parsed = parseJsonBody(text, { depth: deepestNesting, values: mostValues })
  if (parsed.kind === 'fault') throw malformed(parsed.fault)
  const result = shape.safeParse(parsed.document, { error: plainWords })
  if (result.success) return result.data
  throw malformed(shapeFault(result.error))
}

function malformed(fault: string): RefusalError {
  const advice = fault.endsWith('" is unknown') ? '; leave it out' : ''
  return new RefusalError({ code: 400, reason: `${fault}${advice}${/[.!?]$/.test(fault) ? '' : '.'}` })
}
