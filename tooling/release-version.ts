/** Takes the notes of `.changeset` into changelogs and versions: docs/release.md. */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { joinChangelogs } from './pack/changelog.ts'
import { keptDataProblem, nextVersion } from './pack/kept-data.ts'
import { published, root } from './pack/published.ts'

const run = (program: string, ...args: string[]) => execFileSync(program, args, { cwd: root, stdio: 'inherit' })

const manifest = join(root, 'package.json')
const { version: before } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string }
const problem = keptDataProblem(root, nextVersion(root, before))
if (problem !== undefined) {
  console.error(problem)
  process.exit(1)
}
run('npx', '--no-install', 'changeset', 'version')
const changelog = 'CHANGELOG.md'
const program = join(root, 'apps/gateway', changelog)
// The program is published as `gatehouse`, from the root; the changelog of an unpublished package has no readers.
if (existsSync(program)) {
  const texts = [program, join(root, changelog)].map((file) => readFileSync(file, 'utf8'))
  writeFileSync(join(root, changelog), joinChangelogs('gatehouse', texts))
}
// A first release replaces the sentence that there is none.
for (const { folder } of published.filter(({ kind }) => kind !== 'bundle')) {
  const file = join(root, folder, changelog)
  writeFileSync(file, readFileSync(file, 'utf8').replace(/\n+Nothing has been released yet\.\n/, '\n'))
}
const manifests = globSync('{apps,packages,examples,bench,gallery,e2e}/**/package.json', {
  cwd: root,
  exclude: (path) => /(?:^|\/)(?:node_modules|dist)$/.test(path),
})
for (const file of manifests) {
  const { private: isPrivate } = JSON.parse(readFileSync(join(root, file), 'utf8')) as { readonly private?: boolean }
  if (isPrivate === true) rmSync(join(root, dirname(file), changelog), { force: true })
}
const { version } = JSON.parse(readFileSync(join(root, 'packages/session/package.json'), 'utf8')) as {
  readonly version: string
}
// Changesets update workspaces only; these two are none: the program, and the example that installs the packed
// packages.
for (const file of [manifest, join(root, 'examples/nextjs/package.json')]) {
  const own = new RegExp(`("(?:version|@gatehouse/[^"]+)": )"${before.replaceAll('.', '\\.')}"`, 'g')
  writeFileSync(file, readFileSync(file, 'utf8').replace(own, `$1"${version}"`))
}
run('npm', 'install', '--package-lock-only', '--ignore-scripts')
run(process.execPath, join(root, 'tooling/check-lockfile.ts'), '--fix')
