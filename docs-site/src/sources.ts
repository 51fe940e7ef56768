import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { navigation } from './navigation.ts'
import type { PageKind } from './page.ts'

/** A Markdown file of the repository, and the page that is made of it. */
export interface Source {
  /** From the repository's folder, with `/`. */
  readonly file: string
  /** The path of its page: `protect.html`. */
  readonly path: string
  readonly text: string
  readonly kind: PageKind
}

const patterns = ['*.md', 'docs/*.md', 'docs/reference/*.md', 'docs/decisions/*.md', '{packages,examples}/*/README.md']
/** Written by a tool for each release, and empty before the first one. */
const left = new Set(['CHANGELOG.md'])

/**
 * Reads every document.
 * @throws Error if the navigation lacks one, or names one that is gone.
 */
export function readSources(root: string): readonly Source[] {
  const files = globSync(patterns, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !left.has(file))
    .toSorted()
  const kinds = new Map<string, PageKind>()
  for (const { kind, entries } of navigation)
    for (const { source, isDrawn } of entries) if (isDrawn !== true) kinds.set(source, kind)
  const missing = files.filter((file) => !kinds.has(file) && !isDecision(file))
  const gone = [...kinds.keys()].filter((file) => !files.includes(file))
  if (missing.length > 0) throw new Error(`docs-site/src/navigation.ts lacks ${missing.join(', ')}`)
  if (gone.length > 0) throw new Error(`docs-site/src/navigation.ts names ${gone.join(', ')}, which is no file`)
  return files.map((file) => ({
    file,
    path: pathOf(file),
    text: readFileSync(join(root, file), 'utf8'),
    kind: kinds.get(file) ?? 'explanation',
  }))
}

/** Tells whether a file is a decision record. */
export function isDecision(file: string): boolean {
  return file.startsWith('docs/decisions/')
}

/** Returns the path of a document's page. */
export function pathOf(file: string): string {
  if (file === 'README.md') return 'index.html'
  return file
    .replace(/^docs\//, '')
    .replace(/\/README\.md$/, '.html')
    .replace(/\.md$/, '.html')
    .toLowerCase()
}
