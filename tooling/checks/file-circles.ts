import { posix } from 'node:path'
import type { Finding } from './finding.ts'
import { isTestFile } from './import-directions.ts'
import type { SourceModule } from './source-tree.ts'

/**
 * Finds modules that import each other in a circle, type imports included: a reader of one has to read them all. Each
 * circle is named once, by one way around it. Across packages `layerCycles` finds them.
 */
export function fileCircles(modules: readonly SourceModule[]): readonly Finding[] {
  const known = new Map(modules.filter(({ path }) => !isTestFile(path)).map((module) => [module.path, module]))
  const next = (path: string) =>
    (known.get(path)?.imports ?? [])
      .filter(({ specifier }) => specifier.startsWith('.'))
      .map(({ specifier }) => posix.join(posix.dirname(path), specifier))
      .filter((target) => known.has(target))
  const findings: Finding[] = []
  const done = new Set<string>()
  const walk = (path: string, trail: readonly string[]) => {
    const start = trail.indexOf(path)
    if (start >= 0) {
      findings.push({ path, message: `modules form a circle: ${[...trail.slice(start), path].join(' → ')}` })
      return
    }
    if (done.has(path)) return
    for (const target of new Set(next(path))) walk(target, [...trail, path])
    done.add(path)
  }
  for (const path of known.keys()) walk(path, [])
  return findings
}
