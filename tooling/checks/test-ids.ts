import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from './source-tree.ts'

/** The tests that have an id: the last word of the title, `test('refuses a used code @login-4')`. */
export interface TestIds {
  /** The file of each id, without the `@`. */
  readonly fileOf: ReadonlyMap<string, string>
  /** Ids that occur in more than one title. */
  readonly doubles: readonly string[]
}

const idAtEnd = / @([a-z][a-z0-9-]*-\d+)['"`]/g

/** Reads the ids out of every test of the repository. Throws if none was seen. */
export function readTestIds(root: string): TestIds {
  const tests = listFiles(root).filter((path) => /\.(?:test|spec)\.tsx?$/.test(path))
  const ids = idsOf(tests.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })))
  if (ids.fileOf.size === 0) throw new Error(`No test of ${root} has an id`)
  return ids
}

/** Returns the ids of these files. */
export function idsOf(files: readonly { readonly path: string; readonly text: string }[]): TestIds {
  const seen = files.flatMap(({ path, text }) => [...text.matchAll(idAtEnd)].map(([, id = '']) => [id, path] as const))
  const fileOf = new Map(seen)
  const times = Map.groupBy(seen, ([id]) => id)
  return { fileOf, doubles: [...times].flatMap(([id, all]) => (all.length > 1 ? [id] : [])) }
}

/** Returns the fault of a test that a document or a table names by its id; undefined if there is none. */
export function brokenId({ fileOf, doubles }: TestIds, id: string): string | undefined {
  if (!fileOf.has(id)) return `no test has the id @${id}`
  return doubles.includes(id) ? `more than one test has the id @${id}` : undefined
}

/** Returns the ids of a cell of a table: `` `@login-4`, `@login-5` ``; undefined if it has none. */
export function idsInCell(cell: string): readonly string[] | undefined {
  const parts = cell.split(', ').map((part) => /^`@([a-z0-9-]+)`$/.exec(part)?.[1])
  return parts.every((part) => part !== undefined) ? parts : undefined
}
