import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const record = 'docs/decisions/0012-dependencies.md'
const manifests = [
  'package.json',
  'apps/*/package.json',
  'packages/*/package.json',
  'bench/package.json',
  'docs-site/package.json',
  'e2e/elements/package.json',
  'examples/*/package.json',
  'gallery/package.json',
]
const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'] as const

type Manifest = Readonly<Partial<Record<(typeof kinds)[number], Readonly<Record<string, string>>>>>

function parseManifest(json: string): Manifest {
  return JSON.parse(json) as Manifest
}

/**
 * Dependencies without a reason in the record of dependencies, reasons without a dependency, and versions that are
 * not exact. Empty if all is well.
 */
export function unexplainedDependencies(root: string): readonly string[] {
  const used = new Map<string, string>()
  const problems: string[] = []
  for (const path of globSync(manifests, { cwd: root })) {
    const manifest = parseManifest(readFileSync(join(root, path), 'utf8'))
    for (const [name, version] of kinds.flatMap((kind) => Object.entries(manifest[kind] ?? {}))) {
      if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
        problems.push(`${path}: ${name} ${version} is not an exact version`)
      if (!name.startsWith('@gatehouse/')) used.set(name, path)
    }
  }
  const rows = readFileSync(join(root, record), 'utf8').matchAll(/^\| `([^`]+)` \|/gm)
  const explained = new Set(Array.from(rows, ([, name]) => name))
  for (const [name, path] of used)
    if (!explained.has(name)) problems.push(`${path}: ${name} has no reason in ${record}`)
  for (const name of explained)
    if (name !== undefined && !used.has(name)) problems.push(`${record}: nobody uses ${name}`)
  if (used.size < 10) problems.push(`only ${used.size} dependencies were seen`)
  return problems
}
