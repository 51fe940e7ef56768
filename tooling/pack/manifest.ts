import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Published, root } from './published.ts'

type Map = Readonly<Record<string, string>>

/** A manifest of the repository, as far as packing looks at it. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly exports: Map
  readonly dependencies?: Map
  readonly peerDependencies?: Map
  readonly devDependencies?: Map
}

/** Reads the manifest of a package. */
export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest
}

/** Returns the entries that others may import: modules by name, and style sheets. */
export function entriesOf({ folder, only }: Published) {
  const all = Object.entries(readManifest(folder).exports).filter(([name]) => only?.includes(name) ?? true)
  return {
    modules: all.filter(([, source]) => !source.endsWith('.css')),
    styles: all.filter(([, source]) => source.endsWith('.css')),
  }
}

/** Returns the path of an entry's source after the build. */
export const builtPath = (source: string) => source.replace(/^\.\/src\//, './').replace(/\.tsx?$/, '')

/** Returns the manifest that is published: the built files, and only the dependencies that those import. */
export function publishedManifest(one: Published, dist: string): object {
  const { devDependencies: _ofTests, dependencies = {}, ...kept } = readManifest(one.folder)
  const { modules, styles } = entriesOf(one)
  const exports = [
    ...modules.map(([name, source]) => {
      const built = builtPath(source)
      return [name, { types: `${built}.d.ts`, default: `${built}.js` }] as const
    }),
    ...styles.map(([name, source]) => [name, builtPath(source)] as const),
  ]
  const used = importedBy(dist)
  const needed = Object.entries(dependencies).filter(([name]) => used.has(name))
  const declared = new Set([...needed.map(([name]) => name), ...Object.keys(kept.peerDependencies ?? {})])
  const missing = [...used].filter((name) => !declared.has(name))
  if (missing.length > 0) throw new Error(`${kept.name} imports ${missing.join(', ')}, which it does not depend on`)
  return {
    ...kept,
    ...repository(one.folder),
    sideEffects: styles.length > 0 ? ['**/*.css'] : false,
    exports: Object.fromEntries(exports.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    ...(needed.length > 0 && { dependencies: Object.fromEntries(needed) }),
  }
}

/**
 * Returns the location of the sources, with npm's provenance: the proof that the package was built from them. Without a
 * location in `package.json` both are left out.
 */
export function repository(folder: string): object {
  const { repository: sources } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly repository?: { readonly url: string }
  }
  if (sources === undefined) return { publishConfig: { access: 'public' } }
  return {
    repository: { type: 'git', url: sources.url, ...(folder !== '.' && { directory: folder }) },
    publishConfig: { access: 'public', provenance: true },
  }
}

const imports = /(?:\bfrom\s+|\bimport\s+|\bimport\()(['"])([^.'"\n][^'"\n]*)\1/g

/** Returns the packages that built modules and their types import. */
function importedBy(dist: string): ReadonlySet<string> {
  const names = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:js|d\.ts)$/.test(file))
    .flatMap((file) => [...readFileSync(join(dist, file), 'utf8').matchAll(imports)])
    .map(([, , specifier = '']) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier)
  return new Set(names.filter((name) => !name.startsWith('node:')))
}
