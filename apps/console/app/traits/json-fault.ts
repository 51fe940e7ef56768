import { isExactNumber } from '@gatehouse/contract/identities'
import { type JSONVisitor, visit } from 'jsonc-parser'

/** The first reason why a text cannot be stored as the JSON that it looks like. */
export interface JsonFault {
  /** It is no JSON; a key is in its object already; a number has more digits than are stored. */
  readonly kind: 'syntax' | 'twice' | 'number'
  /** The position in the text. */
  readonly at: number
  /** The piece of text there. */
  readonly found: string
}

/** Deeper JSON is refused: every level is a call of the parser. */
const deepest = 200

/** Ends the walk through a text at its first fault. */
const ended = new Error('a fault was found')

/** Returns the first fault of a text as JSON; undefined if there is none. */
export function jsonFault(text: string): JsonFault | undefined {
  const objects: Set<string>[] = []
  let depth = 0
  let fault: JsonFault | undefined
  const report = (kind: JsonFault['kind'], at: number, length: number) => {
    fault = { kind, at, found: text.slice(at, at + length) }
    throw ended
  }
  const begin = (at: number) => {
    depth += 1
    if (depth > deepest) report('syntax', at, 1)
  }
  const end = () => {
    depth -= 1
  }
  const visitor: JSONVisitor = {
    onError: (_error, at, length) => report('syntax', at, length),
    onObjectBegin: (at) => {
      objects.push(new Set())
      begin(at)
    },
    onObjectProperty: (name, at, length) => {
      const keys = objects.at(-1)
      if (keys?.has(name)) report('twice', at, length)
      keys?.add(name)
    },
    onObjectEnd: () => {
      objects.pop()
      end()
    },
    onArrayBegin: begin,
    onArrayEnd: end,
    onLiteralValue: (value: unknown, at, length) => {
      if (typeof value === 'number' && !isExactNumber(text.slice(at, at + length))) report('number', at, length)
    },
  }
  try {
    visit(text, visitor, { disallowComments: true, allowTrailingComma: false })
  } catch (error) {
    if (error !== ended) throw error
  }
  return fault
}
