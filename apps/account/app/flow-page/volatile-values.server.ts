import { isInputNode, type Flow, type UiNode } from '@gatehouse/contract/flows'
import type { Notice } from './detours/outcome.ts'

// Written alike in HTML, in a URL's path and in JSON inside a script, so that one can stand for another everywhere.
const plain = /^[\w+/=.:-]{16,}$/
// The challenge that a key signs, and the user handle of an account to be created.
const forKeys = /"(?:challenge|id)":"([\w-]{16,})"/g
// prettier-ignore
const typedByPeople: ReadonlySet<string> = new Set(['text', 'email', 'password', 'tel', 'number', 'date', 'url', 'datetime-local'])

/** A flow as the service answered it, and why it is drawn. */
interface AnsweredFlow {
  readonly flow: Flow
  readonly status: number
  readonly notice?: Notice
}

/**
 * Returns the values that are new each time on the page of an untouched flow: ids, times, tokens, challenges. Two such
 * pages are the same text but for these. `undefined` for every other page. `own`: those that do not come with the flow.
 */
export function volatileValues(answered: AnsweredFlow, own: readonly string[]): readonly string[] | undefined {
  if (!isUntouched(answered)) return undefined
  const { flow } = answered
  const times = ['issued_at', 'expires_at', 'created_at', 'updated_at'].map((key): unknown => Reflect.get(flow, key))
  const found = [...own, flow.id, ...times, ...flow.ui.nodes.flatMap(valuesOf)]
  const values = [...new Set(found.filter((value) => value !== undefined))]
  return values.every(isPlain) && areApart(values) ? values : undefined
}

function isUntouched({ flow, status, notice }: AnsweredFlow): boolean {
  if (status >= 400 || notice !== undefined) return false
  // A flow that knows who it is for belongs to one person.
  if ('identity' in flow || ('refresh' in flow && flow.refresh) || 'oauth2_login_challenge' in flow) return false
  return flow.ui.messages === undefined && !flow.ui.nodes.some(isFilledIn)
}

function isFilledIn(node: UiNode): boolean {
  if (node.messages.length > 0) return true
  if (!isInputNode(node) || !typedByPeople.has(node.attributes.type)) return false
  const { value } = node.attributes
  return value !== undefined && value !== null && value !== ''
}

function valuesOf(node: UiNode): readonly unknown[] {
  if (node.attributes.node_type === 'script') return [node.attributes.nonce]
  if (!isInputNode(node) || node.attributes.type !== 'hidden') return []
  const { name, value } = node.attributes
  if (name === 'csrf_token') return [value]
  return typeof value === 'string' ? Array.from(value.matchAll(forKeys), ([, found]) => found) : []
}

function isPlain(value: unknown): value is string {
  return typeof value === 'string' && plain.test(value)
}

function areApart(values: readonly string[]): boolean {
  return !values.some((value) => values.some((other) => other !== value && other.includes(value)))
}
