import { isExactNumber } from '@gatehouse/contract/identities'
import { visit } from 'jsonc-parser'

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

/** Returns the first fault of a text as JSON; undefined if there is none. */
export function jsonFault(text: string): JsonFault | undefined {
  const objects: Set<string>[] = []
  const faults: JsonFault[] = []
  let depth = 0
  const report = (kind: JsonFault['kind'], at: number, length: number) => {
    faults.push({ kind, at, found: text.slice(at, at + length) })
  }
  const begin = (at: number) => {
    depth += 1
    if (depth > deepest) report('syntax', at, 1)
    return depth <= deepest
  }
  visit(
    text,
    {
      onError: (_error, at, length) => report('syntax', at, length),
      onObjectBegin: (at) => {
        objects.push(new Set())
        return begin(at)
      },
      onObjectProperty: (name, at, length) => {
        const keys = objects.at(-1)
        if (keys?.has(name)) report('twice', at, length)
        keys?.add(name)
      },
      onObjectEnd: () => {
        objects.pop()
        depth -= 1
      },
      onArrayBegin: begin,
      onArrayEnd: () => {
        depth -= 1
      },
      onLiteralValue: (value: unknown, at, length) => {
        if (typeof value === 'number' && !isExactNumber(text.slice(at, at + length))) report('number', at, length)
      },
    },
    { disallowComments: true, allowTrailingComma: false },
  )
  return faults[0]
}
