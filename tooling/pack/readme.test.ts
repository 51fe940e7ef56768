import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { entriesOf } from './manifest.ts'
import { nameOf, published, root } from './published.ts'

/**
 * Returns the entries that the first column of a README's tables names: by their path alone, or below the package's
 * name.
 */
function namedEntries(readme: string): { readonly byPath: readonly string[]; readonly all: readonly string[] } {
  const cells = readme.split('\n').flatMap((line) => /^\| (.*?) \|/.exec(line)?.[1] ?? [])
  const inCell = (cell: string) => Array.from(cell.matchAll(/`(?:@gatehouse\/[a-z-]+)?\/([a-z][a-z0-9-]*)`/g))
  return {
    byPath: cells.flatMap((cell) => /^`\/([a-z][a-z0-9-]*)`$/.exec(cell)?.[1] ?? []).map((entry) => `./${entry}`),
    all: cells.flatMap(inCell).map(([, entry]) => `./${entry}`),
  }
}

test.each(published.filter(({ kind }) => kind !== 'bundle').map((one) => [nameOf(one), one] as const))(
  'the README of %s names entries that there are, and a table of them has them all @readme-1',
  (_name, one) => {
    const modules = entriesOf(one).modules.map(([entry]) => entry)
    const { byPath, all } = namedEntries(readFileSync(join(root, one.folder, 'README.md'), 'utf8'))
    expect(all.filter((entry) => !modules.includes(entry))).toEqual([])
    expect(byPath.toSorted()).toEqual(byPath.length > 0 ? modules.toSorted() : [])
  },
)
