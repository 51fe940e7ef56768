import { structuredPatch } from 'diff'
import { printConfig } from './config-text.server.ts'
import { type ConfigTree, isTree } from './config-tree.ts'

/** A line of a comparison; `line` counts in the new text, or in the old one for a removed line. */
export interface ComparedLine {
  readonly kind: 'same' | 'added' | 'removed'
  readonly line: number
  readonly text: string
}

/** Lines that changed, with a few around them; nothing between two stretches is different. */
export type Comparison = readonly (readonly ComparedLine[])[]

const linesAround = 3

/** Returns the differences between two configurations, line by line, with their keys in one order. Empty: none. */
export function compare(before: ConfigTree, after: ConfigTree): Comparison {
  const print = (tree: ConfigTree) => printConfig(sortedTree(tree))
  const { hunks } = structuredPatch('', '', print(before), print(after), undefined, undefined, {
    context: linesAround,
  })
  return hunks.map(({ oldStart, newStart, lines }) => {
    let oldLine = oldStart
    let newLine = newStart
    return lines.map((text): ComparedLine => {
      const rest = text.slice(1)
      if (text.startsWith('-')) return { kind: 'removed', line: oldLine++, text: rest }
      if (text.startsWith('+')) return { kind: 'added', line: newLine++, text: rest }
      oldLine += 1
      return { kind: 'same', line: newLine++, text: rest }
    })
  })
}

/** Keys in the order of the alphabet: a form that writes a key at another position changes nothing. */
function sortedTree(tree: ConfigTree): ConfigTree {
  const entries = Object.entries(tree).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, part]) => [key, sorted(part)]))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  return isTree(value) ? sortedTree(value) : value
}
