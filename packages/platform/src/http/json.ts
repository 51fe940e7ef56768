import type { z } from 'zod'

import { jsonSize } from './json-size.ts'

/** What a JSON body may have at most. */
export interface JsonBounds {
  /** Fields of objects and items of lists, at every level; absent: as many as its bytes hold. */
  readonly values?: number
  /** Levels of objects and lists: code that walks deeper ones could exhaust the stack. */
  readonly depth: number
}

/** A document, or a sentence about the body, without its full stop. */
export type ParsedJson =
  | { readonly kind: 'document'; readonly document: unknown }
  | { readonly kind: 'fault'; readonly fault: string }

/** Parses the JSON of a request. What is too much is not parsed at all. */
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

/** Characters of a field's name in the words about a fault. */
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

/** A message of `plainWords` as a sentence of its own; other words stay. */
export function ofIt(message: string): string {
  return /^(?:has|may|is) /.test(message) ? `it ${message}` : message
}
