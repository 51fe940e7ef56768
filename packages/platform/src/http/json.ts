import type { z } from 'zod'

import { jsonSize } from './json-size.ts'

/** The limits of a JSON body. */
export interface JsonBounds {
  /** Fields of objects and items of lists, at every level; absent: only the size limits them. */
  readonly values?: number
  /** Levels of objects and lists: code that walks deeper ones could exhaust the stack. */
  readonly depth: number
}

/** A document, or a sentence about the body, without its full stop. */
export type ParsedJson =
  | { readonly kind: 'document'; readonly document: unknown }
  | { readonly kind: 'fault'; readonly fault: string }

/** Parses the JSON of a request. A text that exceeds the limits is not parsed at all. */
export function parseJsonBody(text: string, { values: most, depth: deepest }: JsonBounds): ParsedJson {
  const { values, depth } = jsonSize(text)
  if (depth > deepest) {
    return { kind: 'fault', fault: `The request body is nested too deeply: at most ${deepest} levels are read` }
  }
  if (most !== undefined && values > most) {
    return {
      kind: 'fault',
      fault: `The request body has too many values: send at most ${most} fields and items`,
    }
  }
  try {
    return { kind: 'document', document: JSON.parse(text) }
  } catch {
    return { kind: 'fault', fault: 'The request body is not valid JSON' }
  }
}

/** The maximum length of a field's name in a fault's text, in characters. */
const mostQuoted = 320

/** The first way in which a body has another shape, as a sentence without its full stop. */
export function shapeFault(error: z.core.$ZodError): string {
  const [issue] = error.issues
  if (issue === undefined) return 'The request body has a fault'
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') {
    return `The field "${[...path, issue.keys[0] ?? ''].join('.').slice(0, mostQuoted)}" is unknown`
  }
  const where = path.length === 0 ? 'The request body' : `The field "${path.join('.').slice(0, mostQuoted)}"`
  return `${where} is wrong: ${ofIt(issue.message)}`
}

/** Turns a message of `plainWords` into a full sentence; other texts stay. */
export function ofIt(message: string): string {
  return /^(?:has|may|is) /.test(message) ? `it ${message}` : message
}
