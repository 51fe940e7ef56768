import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A block of code of a document. */
export interface Snippet {
  /** The document, from the repository's folder. */
  readonly file: string
  /** Of its first line of code. */
  readonly line: number
  /** The heading above it; files of one section belong together. */
  readonly section: string
  /** As it is written: `ts`, `sh`; empty if there is none. */
  readonly language: string
  /** Of the file that it is; absent: a piece of one. */
  readonly name: string | undefined
  readonly code: string
}

const patterns = [
  '*.md',
  'docs/*.md',
  'docs/reference/*.md',
  '{packages,examples}/*/README.md',
  'apps/gateway/bundle/README.md',
]

/** Reads every block of code of every document for people. Throws if none was seen. */
export function readSnippets(root: string): readonly Snippet[] {
  const files = globSync(patterns, { cwd: root }).toSorted()
  const snippets = files.flatMap((file) => snippetsOf(file, readFileSync(join(root, file), 'utf8')))
  if (snippets.length < 50) throw new Error(`only ${snippets.length} blocks of code were seen`)
  return snippets
}

/** Returns the blocks of one document. */
export function snippetsOf(file: string, text: string): readonly Snippet[] {
  const found: Snippet[] = []
  let section = ''
  let open: { readonly line: number; readonly info: string; readonly code: string[] } | undefined
  for (const [index, line] of text.split('\n').entries()) {
    const fence = /^\s*```(.*)$/.exec(line)
    if (fence !== null && open === undefined) open = { line: index + 2, info: fence[1] ?? '', code: [] }
    else if (fence !== null && open !== undefined) {
      const [language = '', name] = open.info.trim().split(/\s+/, 2)
      found.push({ file, line: open.line, section, language, name, code: `${open.code.join('\n')}\n` })
      open = undefined
    } else if (open !== undefined) open.code.push(line)
    else section = /^##? (.+)/.exec(line)?.[1] ?? section
  }
  return found
}

/** Returns a problem with the position of its block. */
export function located({ file, line }: Snippet, problem: string): string {
  return `${file}:${line}: ${problem}`
}
