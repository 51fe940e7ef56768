import { posix } from 'node:path'
import type { Finding } from './finding.ts'
import { layerOf, layers } from './layers.ts'
import { isTestFile, type ImportStatement, type SourceModule } from './source-tree.ts'

/** The target of an import: a module of the repository's layers, or an npm package (`node:` is one). */
type Target =
  | { readonly kind: 'layer'; readonly layer: string; readonly relative: boolean }
  | { readonly kind: 'package'; readonly name: string }
  | { readonly kind: 'file' }

/** Finds the target of an import. Files outside of all layers (catalogues, virtual modules) are plain files. */
function targetOf(from: string, specifier: string): Target {
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
