import { isMap, isNode, isSeq, LineCounter, parseDocument, stringify } from 'yaml'
import { type ConfigTree, isTree } from './config-tree.ts'

/** Something that is wrong with a configuration as text. */
export interface TextFault {
  /** From 1; absent: about the text as a whole. */
  readonly line: number | undefined
  readonly text: string
}

/** The result of reading a text. */
export type ReadConfig =
  | {
      readonly kind: 'tree'
      readonly tree: ConfigTree
      /** Returns the line of a dotted path, or of the nearest key above it. */
      readonly lineOf: (path: string) => number | undefined
    }
  | { readonly kind: 'faulty'; readonly faults: readonly TextFault[] }

/** Reads YAML, hence JSON as well. Anchors are not followed beyond measure: a text of a few lines must not become gigabytes. */
export function readConfigText(text: string): ReadConfig {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true, merge: true })
  if (document.errors.length > 0) {
    const faults = document.errors.map(({ message, pos }) => ({ line: lines.linePos(pos[0]).line, text: message }))
    return { kind: 'faulty', faults }
  }
  const value = valueOf(document)
  if (typeof value === 'string') return { kind: 'faulty', faults: [{ line: undefined, text: value }] }
  return { kind: 'tree', tree: value, lineOf: (path) => lineOfPath(document.contents, path, lines) }
}

/** Returns a configuration as text for people. */
export function printConfig(tree: ConfigTree): string {
  return stringify(tree, { lineWidth: 0 })
}

function valueOf(document: ReturnType<typeof parseDocument>): ConfigTree | string {
  try {
    const value: unknown = document.toJS({ maxAliasCount: 100 })
    return isTree(value) ? value : 'The configuration has to be a map of keys and values.'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function lineOfPath(contents: unknown, path: string, lines: LineCounter): number | undefined {
  let node: unknown = contents
  let line: number | undefined
  for (const key of path.split('.')) {
    if (isMap(node)) {
      const pair = node.items.find((item) => String(item.key) === key)
      if (pair === undefined) return line
      line = startOf(pair.key, lines) ?? line
      node = pair.value
    } else if (isSeq(node)) {
      node = node.items[Number(key)]
      line = startOf(node, lines) ?? line
    } else return line
  }
  return line
}

function startOf(node: unknown, lines: LineCounter): number | undefined {
  if (!isNode(node) || !node.range) return undefined
  return lines.linePos(node.range[0]).line
}
