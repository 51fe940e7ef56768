import { isExactNumber } from '@gatehouse/contract/identities'

/** The first reason why a text cannot be stored as the JSON that it looks like. */
export interface JsonFault {
  /** It is no JSON; a key is in its object already; a number has more digits than are stored. */
  readonly kind: 'syntax' | 'twice' | 'number'
  /** The position in the text. */
  readonly at: number
  /** The piece of text there. */
  readonly found: string
}

// RFC 8259: a string, a number, a literal, or a character of the structure.
const token =
  /[\t\n\r ]*("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:]|$)/y

/** Deeper JSON is refused: every level is a call. */
const deepest = 200

/** Returns the first fault of a text as JSON; undefined if there is none. */
export function jsonFault(text: string): JsonFault | undefined {
  const scanner = { text, at: 0 }
  const fault = faultOfValue(scanner, take(scanner), 0)
  if (fault !== undefined) return fault
  const rest = take(scanner)
  return rest.found === '' && rest.isKnown ? undefined : unexpected(rest)
}

interface Scanner {
  readonly text: string
  at: number
}

interface Token {
  readonly at: number
  /** Empty: the text ends here. */
  readonly found: string
  readonly isKnown: boolean
}

function take(scanner: Scanner): Token {
  token.lastIndex = scanner.at
  const match = token.exec(scanner.text)
  if (match === null) {
    const at = scanner.at + (/^[\t\n\r ]*/.exec(scanner.text.slice(scanner.at))?.[0].length ?? 0)
    return { at, found: '', isKnown: false }
  }
  const [whole, found = ''] = match
  scanner.at += whole.length
  return { at: scanner.at - found.length, found, isKnown: true }
}

function unexpected({ at, found }: Token): JsonFault {
  return { kind: 'syntax', at, found }
}

function faultOfValue(scanner: Scanner, first: Token, depth: number): JsonFault | undefined {
  const { at, found } = first
  if (depth > deepest) return unexpected(first)
  if (found === '{') return faultOfObject(scanner, depth)
  if (found === '[') return faultOfList(scanner, depth)
  if (/^[-\d]/.test(found)) return isExactNumber(found) ? undefined : { kind: 'number', at, found }
  return /^["tfn]/.test(found) ? undefined : unexpected(first)
}

function faultOfObject(scanner: Scanner, depth: number): JsonFault | undefined {
  const keys = new Set<unknown>()
  for (let key = take(scanner); keys.size > 0 || key.found !== '}'; key = take(scanner)) {
    if (!key.found.startsWith('"')) return unexpected(key)
    const name: unknown = JSON.parse(key.found)
    if (keys.has(name)) return { kind: 'twice', at: key.at, found: key.found }
    keys.add(name)
    const colon = take(scanner)
    if (colon.found !== ':') return unexpected(colon)
    const fault = faultOfValue(scanner, take(scanner), depth + 1)
    if (fault !== undefined) return fault
    const next = take(scanner)
    if (next.found === '}') return undefined
    if (next.found !== ',') return unexpected(next)
  }
  return undefined
}

function faultOfList(scanner: Scanner, depth: number): JsonFault | undefined {
  let item = take(scanner)
  if (item.found === ']') return undefined
  for (;;) {
    const fault = faultOfValue(scanner, item, depth + 1)
    if (fault !== undefined) return fault
    const next = take(scanner)
    if (next.found === ']') return undefined
    if (next.found !== ',') return unexpected(next)
    item = take(scanner)
  }
}
