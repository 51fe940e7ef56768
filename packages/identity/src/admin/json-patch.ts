import { applyPatch, Pointer } from 'rfc6902'

import { bounds } from '../http/bounds.ts'
import { RefusalError } from '../http/answer.ts'
import type { JsonPatchBody } from './bodies.ts'

/** Paths that a patch must not touch, with everything below them. */
const denied = ['id', 'stateChangedAt', 'state_changed_at', 'credentials', 'created_at', 'updated_at', 'schema_url']
/** Names that would reach into an object's prototype. */
const forbidden: ReadonlySet<string> = new Set(['__proto__', 'prototype', 'constructor'])
/** An identity has traits and two kinds of metadata. Characters of JSON. */
const longestCopies = 3 * bounds.charactersOfDocument
/** What every patch that is refused is answered with; the message says where the fault is. */
export const unusablePatch = 'The JSON patch cannot be applied.'

/**
 * Applies a JSON Patch (RFC 6902) to a copy of a document. Refuses with 400 what cannot be applied; a `replace` of
 * something that is not there changes nothing, as on the reference server.
 */
export function patchDocument(document: unknown, patch: JsonPatchBody): unknown {
  for (const operation of patch) {
    requireAllowed(operation.path)
    if ('from' in operation) requireAllowed(operation.from)
  }
  if (patch.length > bounds.operationsOfPatch) {
    throw new RefusalError({
      code: 400,
      reason: unusablePatch,
      message: `A patch can have at most ${bounds.operationsOfPatch} operations; this one has ${patch.length}`,
    })
  }
  const copy: unknown = structuredClone(document)
  let copied = 0
  for (const operation of patch) {
    // A document that is copied into itself doubles each time.
    if (operation.op === 'copy') copied += lengthAt(copy, operation.from)
    if (copied > longestCopies) {
      throw new RefusalError({
        code: 400,
        reason: unusablePatch,
        message: `The operations copy more than ${longestCopies} characters`,
      })
    }
    const [fault] = applyPatch(copy, [operation])
    const harmless = operation.op === 'replace' && fault?.name === 'MissingError'
    if (fault && !harmless) {
      throw new RefusalError({
        code: 400,
        reason: unusablePatch,
        message: `The operation ${operation.op} at ${operation.path.slice(0, bounds.charactersOfQuotation)} failed`,
      })
    }
  }
  return copy
}

/** Characters of JSON at a place of a document. */
function lengthAt(document: unknown, pointer: string): number {
  return JSON.stringify(Pointer.fromJSON(pointer).get(document) ?? null).length
}

function requireAllowed(pointer: string): void {
  const [root, ...keys] = pointer.split('/')
  const wrong =
    root !== '' ||
    keys.length === 0 ||
    keys.some((key) => forbidden.has(key)) ||
    denied.includes((keys[0] ?? '').replaceAll('~1', '/').replaceAll('~0', '~'))
  if (wrong)
    throw new RefusalError({
      code: 400,
      reason: unusablePatch,
      message: `The path ${pointer.slice(0, bounds.charactersOfQuotation)} cannot be patched`,
    })
}
