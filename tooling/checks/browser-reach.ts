import { posix } from 'node:path'
import type { Finding } from './finding.ts'
import { isTestFile, targetOf } from './import-directions.ts'
import { browserLayers, layerOf, serverPackages } from './layers.ts'
import type { ImportStatement, SourceModule } from './source-tree.ts'

/**
 * Finds modules that a browser would load although only a server has them: follows every value import from the pages'
 * own modules. The bundler leaves `.server` modules out, and types leave no trace. An entry of a package (`entries`: by
 * specifier, the file) is followed with everything that it names: it is for browsers as a whole, or not at all.
 */
export function browserReach(
  modules: readonly SourceModule[],
  entries: ReadonlyMap<string, string>,
): readonly Finding[] {
  const byPath = new Map(modules.map((module) => [module.path, module]))
  const findings: Finding[] = []
  const seen = new Set<string>()
  const queue = modules.filter((module) => isEntry(module.path)).map((module) => ({ module, trail: [module.path] }))

  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { module, trail } = next
    if (seen.has(module.path)) continue
    seen.add(module.path)
    for (const one of module.imports) {
      if (one.typeOnly || isServerModule(one.specifier)) continue
      const target = targetOf(module.path, one.specifier)
      if (target.kind === 'package' && serverPackages.includes(target.name)) {
        findings.push(finding(module, one, trail, one.specifier))
      } else if (target.kind === 'layer' && !browserLayers.includes(target.layer)) {
        findings.push(finding(module, one, trail, one.specifier))
      } else {
        const found = resolved(byPath, entries, module.path, one.specifier)
        if (found !== undefined) queue.push({ module: found, trail: [...trail, found.path] })
      }
    }
  }
  return findings
}

function finding(module: SourceModule, { line }: ImportStatement, trail: readonly string[], what: string): Finding {
  const way = trail.length > 1 ? ` (reached by ${trail.join(' → ')})` : ''
  return { path: module.path, line, message: `browser code must not import ${what}${way}` }
}

const pageApps = ['apps/account', 'apps/console']

/** Tells whether a file is a page's own module, except those that only the server or the build reads. */
function isEntry(path: string): boolean {
  if (isTestFile(path) || isServerModule(path)) return false
  const app = pageApps.find((folder) => path.startsWith(`${folder}/app/`))
  if (app !== undefined) return path !== `${app}/app/routes.ts`
  return ['design', 'flow-form'].includes(layerOf(path) ?? '')
}

function isServerModule(path: string): boolean {
  return /\.server(?:\.tsx?)?$/.test(path)
}

function resolved(
  byPath: ReadonlyMap<string, SourceModule>,
  entries: ReadonlyMap<string, string>,
  from: string,
  specifier: string,
): SourceModule | undefined {
  const path = specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : entries.get(specifier)
  return path === undefined ? undefined : byPath.get(path)
}
