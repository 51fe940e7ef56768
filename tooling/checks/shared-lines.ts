import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Finding } from './finding.ts'
import { isTestFile } from './import-directions.ts'
import type { SourceModule } from './source-tree.ts'

/** Packages that are peers: `packages/platform` or `packages/contract` has the code that both need. */
const besides = ['packages/identity/src', 'packages/control-plane/src'] as const

/** So many equal lines in a row are the same logic. */
const fewestLines = 6

interface Position {
  readonly path: string
  /** Of the first of the equal lines; counts from 1. */
  readonly line: number
}

/** The result of a look for lines in common. */
export interface SharedLines {
  readonly lines: number
  readonly findings: readonly Finding[]
}

/** Runs of equal lines in both packages. Imports, comments, blank lines and lone punctuation do not count. */
export function sharedLines(root: string, modules: readonly SourceModule[]): SharedLines {
  const [first, second] = besides.map((folder) =>
    modules
      .filter(({ path }) => path.startsWith(`${folder}/`) && !isTestFile(path))
      .map(({ path }) => ({ path, lines: telling(readFileSync(join(root, path), 'utf8')) })),
  )
  const known = new Map<string, Position>()
  for (const { path, lines } of first ?? []) for (const run of runsOf(path, lines)) known.set(run.text, run)
  const findings = new Map<string, Finding>()
  for (const { path, lines } of second ?? []) {
    for (const { text, line } of runsOf(path, lines)) {
      const other = known.get(text)
      const pair = `${path} ${other?.path}`
      if (other === undefined || findings.has(pair)) continue
      findings.set(pair, {
        path,
        line,
        message: `has ${fewestLines} lines of ${other.path}:${other.line}; what both need belongs to packages/platform or packages/contract`,
      })
    }
  }
  const count = [...(first ?? []), ...(second ?? [])].reduce((sum, { lines }) => sum + lines.length, 0)
  return { lines: count, findings: [...findings.values()] }
}

function runsOf(path: string, lines: readonly Telling[]): readonly (Position & { readonly text: string })[] {
  return lines.slice(0, Math.max(0, lines.length - fewestLines + 1)).map(({ line }, index) => ({
    path,
    line,
    text: lines
      .slice(index, index + fewestLines)
      .map(({ text }) => text)
      .join('\n'),
  }))
}

interface Telling {
  readonly text: string
  readonly line: number
}

function telling(source: string): readonly Telling[] {
  const withoutImports = source.replace(/^import [^'"]*?from '[^']+'$|^import '[^']+'$/gm, blank)
  const withoutComments = withoutImports.replace(/\/\*[\s\S]*?\*\//g, blank)
  return withoutComments
    .split('\n')
    .map((text, index) => ({ text: text.trim().replace(/\s+/g, ' '), line: index + 1 }))
    .filter(({ text }) => /\w/.test(text) && !text.startsWith('//'))
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, '')
}
