/**
 * Builds the packages that other people's applications install, each into its folder `dist`, as it would be published.
 * In this repository they run from their sources. `--into FOLDER` packs all but the program there, and prints the files;
 * `--fingerprint` prints a value that changes with them.
 * `--publish` publishes those whose version is not on the registry yet (docs/release.md); its further arguments go to
 * `npm publish`.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleStyled } from './pack/bundle-styled.ts'
import { compile } from './pack/compile.ts'
import { packed } from './pack/install-packed.ts'
import { publishedManifest, repository } from './pack/manifest.ts'
import { published, root, type Published } from './pack/published.ts'
import { fingerprint } from './prepare/fingerprint.mjs'
import { withLock } from './prepare/lock.mjs'

/** Builds one of them, after those that it needs; returns the folder that can be packed. */
export async function buildPackage(one: Published): Promise<string> {
  const dist = join(root, one.folder, 'dist')
  if (one.kind === 'bundle') {
    return dist
  }
  rmSync(dist, { recursive: true, force: true })
  mkdirSync(dist)
  compile(one, dist)
  if (one.kind === 'styled') await bundleStyled(one, dist)
  else copyStyles(one, dist)
  writeFileSync(join(dist, 'package.json'), `${JSON.stringify(publishedManifest(one, dist), null, 2)}\n`)
  for (const file of ['README.md', 'LICENSE', 'CHANGELOG.md']) {
    const source = join(root, one.folder, file)
    if (existsSync(source)) copyFileSync(source, join(dist, file))
  }
  return dist
}

/** Of which sources the built packages are. */
const state = join(root, '.ready/packages')

/** Builds all packages whose sources have changed; returns their folders, in the order of the table. */
export function buildPackages(): Promise<readonly string[]> {
  // Two tests that need them must not build into the same folders.
  return withLock(buildStalePackages)
}

async function buildStalePackages(): Promise<readonly string[]> {
  const sources = ['packages', 'tooling/pack', 'tooling/pack-packages.ts', 'package.json'].map((path) =>
    join(root, path),
  )
  const wanted = fingerprint(sources)
  const isCurrent =
    existsSync(state) &&
    readFileSync(state, 'utf8') === wanted &&
    published.every(({ folder, kind }) => kind === 'bundle' || existsSync(join(root, folder, 'dist/package.json')))
  const folders: string[] = []
  for (const one of published) {
    folders.push(isCurrent ? join(root, one.folder, 'dist') : await buildPackage(one))
  }
  mkdirSync(join(root, '.ready'), { recursive: true })
  writeFileSync(state, wanted)
  return folders
}

function copyStyles({ folder }: Published, dist: string): void {
  const { exports } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string>>
  }
  for (const source of Object.values(exports).filter((path) => path.endsWith('.css'))) {
    copyFileSync(join(root, folder, source), join(dist, source.replace(/^\.\/src\//, '')))
  }
}

function publish(dist: string, args: readonly string[]): void {
  const { name, version } = JSON.parse(readFileSync(join(dist, 'package.json'), 'utf8')) as Record<string, string>
  if (isPublished(`${name}@${version}`)) return console.log(`${name} ${version} is published already.`)
  execFileSync('npm', ['publish', dist, ...args], { stdio: 'inherit' })
}

function isPublished(what: string): boolean {
  try {
    return execFileSync('npm', ['view', what, 'version'], { encoding: 'utf8', stdio: 'pipe' }).trim() !== ''
  } catch {
    // npm answers 404 for an unused name.
    return false
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , task, ...args] = process.argv
  if (task === '--into') {
    const libraries = (await buildPackages()).filter((dist) => dist.startsWith(join(root, 'packages/')))
    for (const file of packed(libraries, args[0] ?? '.')) console.log(file)
  } else if (task === '--fingerprint') {
    await buildPackages()
    console.log(readFileSync(state, 'utf8'))
  } else if (task === '--publish') {
    if (args.includes('--provenance') && Object.keys(repository('.')).length < 2)
      throw new Error('package.json has no repository, and provenance proves which one it is: docs/release.md')
    for (const dist of await buildPackages()) publish(dist, args)
  } else for (const dist of await buildPackages()) console.log(dist)
}
