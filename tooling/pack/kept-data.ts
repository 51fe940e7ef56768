import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Ranks the kinds of changes that a note names, the greatest first. */
const kinds = ['major', 'minor', 'patch'] as const

/** Returns the version that the notes of `.changeset` lead to: all packages have one, so the greatest change decides. */
export function nextVersion(root: string, version: string): string {
  const notes = globSync('.changeset/*.md', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'))
  const kind = kinds.findIndex((one) => notes.some((note) => new RegExp(`^'[^']+': ${one}$`, 'm').test(note)))
  if (kind < 0) throw new Error('.changeset has no note of a change')
  return version
    .split('.')
    .map((part, index) => (index < kind ? part : index === kind ? Number(part) + 1 : 0))
    .join('.')
}

/**
 * Returns why a version may not be released: tests of later versions would have no data of it; undefined if they have.
 */
export function keptDataProblem(root: string, version: string): string | undefined {
  const name = `kept-data-${version}.tar.gz`
  const file = join(root, 'apps/cli/fixtures', name)
  const command = `node apps/cli/src/make-kept-data.fixture.ts ${version}`
  if (!existsSync(file)) return `apps/cli/fixtures has no kept data of ${version}: ${command}`
  const manifest = execFileSync('tar', ['xzOf', file, 'manifest.json'], { encoding: 'utf8' })
  const folders = globSync('packages/{identity,control-plane}/src/sql/migrations/*', { cwd: root })
  const lacking = folders.map((path) => basename(path)).filter((one) => !manifest.includes(`"${one}"`))
  if (lacking.length === 0) return undefined
  return `${name} lacks migrations: ${lacking.toSorted().join(', ')}. It is of an older version; remove it, and run ${command}`
}
