import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

import type { Finding } from './finding.ts'
import type { SourceModule } from './source-tree.ts'

/** The entries of a workspace: by the specifier that others import, the file it leads to. */
interface Entries {
  readonly name: string
  readonly folder: string
  readonly manifest: string
  readonly files: ReadonlyMap<string, string>
  /** Others than the packages of this repository import it. */
  readonly isPublished: boolean
}

/** The result of a look at the entries of all packages. */
export interface PackageExports {
  /** By the specifier that others import, the file: these may pass on the names of other modules. */
  readonly entries: ReadonlyMap<string, string>
  readonly findings: readonly Finding[]
}

/** Each entry has one subject; a package with more entries than this is two packages in one. */
const mostEntries = 8
/** A package with this folder publishes its content, and keeps its other entries for this repository. */
const forOthers = './src/published/'

/**
 * Checks that every package names its entries one by one and has few of them, that each leads to a file that names its
 * exports, that another package uses it, and that no import goes past them.
 */
export function packageExports(
  root: string,
  files: readonly string[],
  modules: readonly SourceModule[],
): PackageExports {
  const packages = files.filter((path) => path.endsWith('package.json')).flatMap((path) => entriesOf(root, path))
  const used = new Set(styleImports(root, files))
  const findings: Finding[] = []
  for (const { path, imports } of modules) {
    for (const { specifier, line } of imports) {
      const target = packages.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`))
      if (target === undefined || path.startsWith(`${target.folder}/`)) continue
      used.add(specifier)
      if (!target.files.has(specifier)) {
        findings.push({
          path,
          line,
          message: `${specifier} is no entry of ${target.manifest}; import one of its exports`,
        })
      }
    }
  }
  const byPath = new Map(modules.map((module) => [module.path, module]))
  const entries = new Map<string, string>()
  for (const { manifest, folder, files: ofPackage, isPublished } of packages) {
    const own = [...ofPackage.values()].filter((file) => !file.startsWith(forOthers)).length
    for (const size of [own, ofPackage.size - own].filter((count) => count > mostEntries)) {
      findings.push({ path: manifest, message: `exports ${size} entries; ${mostEntries} is the limit` })
    }
    for (const [specifier, file] of ofPackage) {
      const isForOthers = isPublished && (own === ofPackage.size || file.startsWith(forOthers))
      const path = posix.join(folder, file)
      entries.set(specifier, path)
      if (specifier.includes('*')) {
        findings.push({ path: manifest, message: `exports ${specifier}; name each entry` })
      } else if (!existsSync(join(root, path))) {
        findings.push({ path: manifest, message: `exports ${specifier}, which leads to no file: ${file}` })
      } else if (!isForOthers && !used.has(specifier)) {
        findings.push({ path: manifest, message: `exports ${specifier}, which no other package imports` })
      }
      for (const line of byPath.get(path)?.exportsAll ?? []) {
        findings.push({ path, line, message: 'passes on everything of another module; name what goes out' })
      }
    }
  }
  return { entries, findings }
}

function entriesOf(root: string, manifest: string): readonly Entries[] {
  const {
    name,
    exports,
    private: isPrivate,
  } = JSON.parse(readFileSync(join(root, manifest), 'utf8')) as {
    readonly name?: string
    readonly exports?: Readonly<Record<string, string>>
    readonly private?: boolean
  }
  if (name === undefined || exports === undefined) return []
  const named = Object.entries(exports).map(([entry, file]) => [`${name}${entry.slice(1)}`, file] as const)
  const folder = manifest.slice(0, -'/package.json'.length)
  return [{ name, folder, manifest, files: new Map(named), isPublished: isPrivate !== true }]
}

/** Returns the specifiers that style sheets import from packages. */
function styleImports(root: string, files: readonly string[]): readonly string[] {
  return files
    .filter((path) => path.endsWith('.css'))
    .flatMap((path) => [...readFileSync(join(root, path), 'utf8').matchAll(/@import\s+(?:url\()?['"]([^'"]+)['"]/g)])
    .map(([, specifier = '']) => specifier)
}
