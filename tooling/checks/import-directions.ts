import { posix } from 'node:path'
import type { Finding } from './finding.ts'
import { layerOf, layers } from './layers.ts'
import type { ImportStatement, SourceModule } from './source-tree.ts'

/** The target of an import: a module of the repository's layers, or an npm package (`node:` is one). */
export type Target =
  | { readonly kind: 'layer'; readonly layer: string; readonly relative: boolean }
  | { readonly kind: 'package'; readonly name: string }
  | { readonly kind: 'file' }

/** Finds the target of an import. Files outside of all layers (catalogues, virtual modules) are plain files. */
export function targetOf(from: string, specifier: string): Target {
  if (specifier.startsWith('.')) {
    const layer = layerOf(posix.join(posix.dirname(from), specifier))
    return layer === undefined ? { kind: 'file' } : { kind: 'layer', layer, relative: true }
  }
  if (specifier.startsWith('node:')) return { kind: 'package', name: 'node:' }
  if (specifier.startsWith('virtual:')) return { kind: 'file' }
  const [scope = '', name = ''] = specifier.split('/')
  if (scope === '@gatehouse') return { kind: 'layer', layer: name, relative: false }
  return { kind: 'package', name: scope.startsWith('@') ? `${scope}/${name}` : scope }
}

/** Finds imports that go up or sideways, cross a package by a relative path, or name a package that is not allowed. */
export function importDirections(modules: readonly SourceModule[]): readonly Finding[] {
  return modules.flatMap((module) =>
    module.imports.flatMap((one) => {
      const message = objection(module.path, one)
      return message === undefined ? [] : [{ path: module.path, line: one.line, message }]
    }),
  )
}

function objection(path: string, { specifier }: ImportStatement): string | undefined {
  const own = layerOf(path)
  const layer = own === undefined ? undefined : layers[own]
  if (own === undefined || layer === undefined) return undefined
  const target = targetOf(path, specifier)
  const isTest = isTestFile(path)

  if (target.kind === 'layer') {
    if (target.layer === own) return undefined
    if (target.relative) return `reaches into ${target.layer} by a relative path: ${specifier}`
    const allowed = isTest ? [...layer.may, ...(layer.testsMay ?? [])] : layer.may
    return allowed.includes(target.layer) ? undefined : `${own} must not import ${target.layer} (${specifier})`
  }
  if (target.kind === 'package' && !isTest) {
    if (layer.npm !== undefined && !layer.npm.includes(target.name)) return `${own} must not import ${specifier}`
    if (layer.never?.includes(target.name) === true) return `${own} must never import ${specifier}`
  }
  return undefined
}

/** Tells whether a file is a test or serves tests only. */
export function isTestFile(path: string): boolean {
  return /\.(?:test|spec|fixture)\.tsx?$/.test(path)
}

/** Circles among the layers, each named once by its path. */
export function layerCycles(modules: readonly SourceModule[]): readonly Finding[] {
  const edges = new Map<string, Map<string, SourceModule>>()
  for (const module of modules.filter(({ path }) => !isTestFile(path))) {
    const own = layerOf(module.path)
    if (own === undefined) continue
    for (const { specifier } of module.imports) {
      const target = targetOf(module.path, specifier)
      if (target.kind !== 'layer' || target.layer === own) continue
      const from = edges.get(own) ?? new Map<string, SourceModule>()
      edges.set(own, from.set(target.layer, module))
    }
  }
  const findings = new Map<string, Finding>()
  const walk = (layer: string, trail: readonly string[]) => {
    const start = trail.indexOf(layer)
    if (start >= 0) {
      const circle = trail.slice(start)
      const witness = edges.get(circle.at(-1) ?? '')?.get(layer)
      const message = `layers form a circle: ${[...circle, layer].join(' → ')}`
      findings.set(circle.toSorted().join(), { path: witness?.path ?? layer, message })
      return
    }
    for (const next of edges.get(layer)?.keys() ?? []) walk(next, [...trail, layer])
  }
  for (const layer of edges.keys()) walk(layer, [])
  return [...findings.values()]
}
