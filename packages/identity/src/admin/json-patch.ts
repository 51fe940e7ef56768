import { applyPatch, Pointer, type Operation } from 'rfc6902'

import { bounds } from '../http/bounds.ts'
import { RefusalError } from '../http/answer.ts'
import { isObject } from '../flows/http/submission.ts'
import type { JsonPatchBody } from './bodies.ts'

/**
 * Paths that a patch must not change, with everything below them. Names that identities do not have at all are ignored,
 * as on the reference server.
 */
const denied: ReadonlySet<string> = new Set([
  'id',
  'stateChangedAt',
  'state_changed_at',
  'credentials',
  'created_at',
  'updated_at',
  'schema_url',
  // They follow from the traits: a change of them would be lost silently.
  'recovery_addresses',
])
/** Names that would reach into an object's prototype. */
const forbidden: ReadonlySet<string> = new Set(['__proto__', 'prototype', 'constructor'])
/** The maximum of copied data, in characters of JSON: that of an identity (traits and two kinds of metadata). */
const longestCopies = 3 * bounds.charactersOfDocument
/** The reason of every refused patch; the message names the position of the fault. */
export const unusablePatch = 'The JSON patch cannot be applied.'

/**
 * Applies a JSON Patch (RFC 6902) to a copy of a document. As on the reference server, `add` creates parents that are
 * absent or null, and `replace` of an absent value adds it, except for items of lists. Refuses an inapplicable patch
 * with 400: no operation is skipped.
 */
export function patchDocument(document: unknown, patch: JsonPatchBody): unknown {
  for (const operation of patch) {
    requireAllowed(operation.path)
    if ('from' in operation) requireAllowed(operation.from)
  }
  if (patch.length > bounds.operationsOfPatch) {
    throw unusable(`A patch can have at most ${bounds.operationsOfPatch} operations; this one has ${patch.length}`)
  }
  const copy: unknown = structuredClone(document)
  let copied = 0
  for (const given of patch) {
    const operation = tolerant(given)
    const brought = valueBrought(copy, operation)
    // A document that is copied into itself doubles each time; a moved one is measured each time.
    if ('from' in operation) copied += JSON.stringify(brought ?? null).length
    if (copied > longestCopies)
      throw unusable(`The operations copy more than ${longestCopies} characters, moves included`)
    if (keysOf(operation.path).length + levelsOf(brought) > mostLevels) {
      throw unusable(`The document would have more than ${mostLevels} levels`)
    }
    if (operation.op === 'add') makeParents(copy, keysOf(operation.path))
    const from = 'from' in operation && operation.op === 'move' ? [operation.from] : []
    const exists = [operation.path, ...from].every((pointer) => isAddressable(copy, pointer, operation.op))
    const [fault] = exists ? applyPatch(copy, [operation]) : [missing]
    if (fault) {
      throw unusable(`The operation ${given.op} at ${given.path.slice(0, bounds.charactersOfQuotation)} failed`)
    }
  }
  return copy
}

/** Levels of a patched document. Deeper ones would exhaust the stack of recursive readers. */
const mostLevels = 2 * bounds.depthOfAdminBody

/** Counts the levels of objects and lists, up to one beyond the maximum. */
function levelsOf(document: unknown): number {
  let levels = 0
  let nodes = [document].filter(isNode)
  while (nodes.length > 0 && levels <= mostLevels) {
    levels += 1
    nodes = nodes.flatMap((node) => Object.values(node).filter(isNode))
  }
  return levels
}

const isNode = (value: unknown): value is object => typeof value === 'object' && value !== null

const missing = new Error('there is no such path')

function unusable(message: string): RefusalError {
  return new RefusalError({ code: 400, reason: unusablePatch, message })
}

/** Makes an operation tolerant: an absent `value` is null, and `replace` adds absent values, except items of lists. */
function tolerant(operation: JsonPatchBody[number]): Operation {
  if (operation.op === 'remove' || operation.op === 'move' || operation.op === 'copy') return operation
  const value = operation.value ?? null
  if (operation.op === 'test') return { ...operation, value }
  const isItem = /^(?:-|[+-]?\d+)$/.test(keysOf(operation.path).at(-1) ?? '')
  return { op: operation.op === 'replace' && isItem ? 'replace' : 'add', path: operation.path, value }
}

function keysOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The maximum number of null items that are added before the item of a path. */
const mostPadding = 100

/** Creates a list (before an index) or an object for each part of a path that is absent or null. */
function makeParents(document: unknown, keys: readonly string[]): void {
  let node = document
  for (const [index, key] of keys.slice(0, -1).entries()) {
    const next = keys[index + 1] ?? ''
    const before = /^\d+$/.test(next) ? Number(next) : 0
    if (before > mostPadding) return
    const made: unknown = next === '-' || /^\d+$/.test(next) ? Array.from({ length: before }, () => null) : {}
    if (Array.isArray(node)) {
      const at = Number(/^\d+$/.exec(key)?.[0] ?? Number.NaN)
      if (!(at <= node.length + mostPadding)) return
      while (node.length < at) node.push(null)
      node[at] ??= made
      node = node[at]
    } else if (isObject(node)) {
      if (!Object.hasOwn(node, key) || node[key] === null || node[key] === undefined) node[key] = made
      node = node[key]
    } else return
  }
}

/** True if a path addresses a key of an object, or an item of a list that exists or may be added. */
function isAddressable(document: unknown, pointer: string, op: JsonPatchBody[number]['op']): boolean {
  const keys = keysOf(pointer)
  let node = document
  for (const key of keys.slice(0, -1)) {
    if (Array.isArray(node)) node = /^\d+$/.test(key) ? node[Number(key)] : undefined
    else node = isObject(node) && Object.hasOwn(node, key) ? node[key] : undefined
  }
  const last = keys.at(-1) ?? ''
  if (!Array.isArray(node)) return isObject(node)
  const isAdded = op === 'add' || op === 'copy' || op === 'move'
  if (last === '-') return isAdded
  return /^\d+$/.test(last) && (isAdded ? Number(last) <= node.length : Number(last) < node.length)
}

/** Returns the value that an operation writes at its path; undefined: none. */
function valueBrought(document: unknown, operation: Operation): unknown {
  if ('from' in operation) return Pointer.fromJSON(operation.from).get(document)
  return 'value' in operation ? operation.value : undefined
}

function requireAllowed(pointer: string): void {
  const keys = keysOf(pointer)
  const isWrong = !pointer.startsWith('/') || keys.some((key) => forbidden.has(key)) || denied.has(keys[0] ?? '')
  if (isWrong) throw unusable(`The path ${pointer.slice(0, bounds.charactersOfQuotation)} cannot be patched`)
}
