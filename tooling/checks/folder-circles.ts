import { posix } from 'node:path'
import type { Finding } from './finding.ts'
import { isTestFile, type SourceModule } from './source-tree.ts'

/** TABLE: the source trees whose folders import each other in one direction only, types included. */
const trees: readonly string[] = [
  'packages/identity/src',
  'packages/control-plane/src',
  'apps/gateway/src',
  'apps/account/app',
  'apps/console/app',
]

/** The result of the look at the folders. */
export interface FolderCircles {
  /** Pairs of folders of which one imports the other. */
  readonly arrows: number
  readonly findings: readonly Finding[]
}

/**
 * Finds imports that close a circle of folders, tests aside: a reader of one of the folders has to read them all.
 * Modules beside the folders of a tree (`.`) combine them. Each import that belongs to a circle is named.
 */
export function folderCircles(modules: readonly SourceModule[]): FolderCircles {
  const seen = trees.map((tree) => circlesOf(tree, modules))
  return {
    arrows: seen.reduce((sum, { arrows }) => sum + arrows, 0),
    findings: seen.flatMap(({ findings }) => findings),
  }
}

function circlesOf(tree: string, modules: readonly SourceModule[]): FolderCircles {
  const folderOf = (path: string) => {
    const [folder = '', ...rest] = posix.relative(tree, path).split('/')
    return rest.length === 0 ? '.' : folder
  }
  const imports = modules
    .filter(({ path }) => path.startsWith(`${tree}/`) && !isTestFile(path))
    .flatMap(({ path, imports }) =>
      imports.map(({ specifier, line }) => ({ path, line, target: posix.join(posix.dirname(path), specifier) })),
    )
    .filter(({ target }) => target.startsWith(`${tree}/`))
    .map((one) => ({ ...one, from: folderOf(one.path), to: folderOf(one.target) }))
    .filter(({ from, to }) => from !== to)
  const arrows = Map.groupBy(imports, ({ from }) => from)
  const reached = (start: string, found = new Set<string>()): ReadonlySet<string> => {
    for (const { to } of arrows.get(start) ?? []) if (!found.has(to)) reached(to, found.add(to))
    return found
  }
  const reach = new Map([...arrows.keys()].map((folder) => [folder, reached(folder)]))
  const closing = imports.filter(({ from, to }) => reach.get(to)?.has(from) === true)
  return {
    arrows: new Set(imports.map(({ from, to }) => `${from} → ${to}`)).size,
    findings: closing.map(({ path, line, from, to }) => ({
      path,
      line,
      message: `folders form a circle: ${from} → ${to}, and ${to} leads back to ${from}`,
    })),
  }
}
