import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from './pack/published.ts'

const run = promisify(execFile)

interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  /** Of a lockfile. */
  readonly packages?: Readonly<Record<string, { readonly version?: string; readonly link?: true }>>
}

/** Its own, as those of the repository are used up by each release. */
const note = 'A note that only this test has written.'
const noted = ['client', 'contract', 'design', 'flow-form', 'gateway', 'react', 'session', 'testing']

/** The repository as it would be released, without built files, documents and pictures. */
const copy = mkdtempSync(join(tmpdir(), 'gatehouse-release-'))
const read = (path: string) => JSON.parse(readFileSync(join(copy, path), 'utf8')) as Manifest
const before = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest).version
const leftOut = /\/(?:node_modules|dist|build|data|\.react-router|\.next|results)(?:\/|$)/
const manifests = () =>
  globSync('{package.json,{apps,packages,examples,e2e}/*/package.json,{bench,gallery}/package.json}', { cwd: copy })

const kept = 'apps/cli/fixtures'
/** The notes are of minor changes. */
const next = before.replace(/\.(\d+)\.\d+$/, (_, minor) => `.${Number(minor) + 1}.0`)

/** Runs the command; with the state of the repository after it. */
async function release() {
  const done = await run(process.execPath, ['tooling/release-version.ts'], { cwd: copy }).then(
    ({ stderr }) => ({ code: 0, stderr }),
    ({ code, stderr }: { readonly code: number; readonly stderr: string }) => ({ code, stderr }),
  )
  const { version } = read('packages/session/package.json')
  return { ...done, version, notes: readdirSync(join(copy, '.changeset')) }
}
const refused: Awaited<ReturnType<typeof release>>[] = []
let released: Awaited<ReturnType<typeof release>>

beforeAll(async () => {
  const files = [
    'package.json',
    'package-lock.json',
    'CHANGELOG.md',
    'LICENSE',
    'tsconfig.json',
    '.changeset',
    'tooling',
  ]
  for (const path of [...files, 'apps', 'packages', 'bench', 'gallery', 'examples', 'e2e/elements'])
    cpSync(join(root, path), join(copy, path), { recursive: true, filter: (one) => !leftOut.test(one) })
  const changed = noted.map((name) => `'@gatehouse/${name}': minor\n`).join('')
  writeFileSync(join(copy, '.changeset/of-the-test.md'), `---\n${changed}---\n\n${note}\n`)
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  refused.push(await release())
  cpSync(join(copy, kept, 'kept-data-0.1.0.tar.gz'), join(copy, kept, `kept-data-${next}.tar.gz`))
  refused.push(await release())
  rmSync(join(copy, kept, `kept-data-${next}.tar.gz`))
  await run(process.execPath, [join(root, 'apps/cli/src/make-kept-data.fixture.ts'), next, join(copy, kept)])
  released = await release()
}, 180_000)
afterAll(() => rmSync(copy, { recursive: true, force: true }))

describe('node tooling/release-version.ts', () => {
  test('refuses a version whose data is not kept for the tests of later ones, and changes nothing @release-version-4', () => {
    const [missing, older] = refused
    const untouched = { code: 1, version: before, notes: expect.arrayContaining(['of-the-test.md']) }
    expect(missing).toMatchObject(untouched)
    expect(missing?.stderr).toContain(`no kept data of ${next}: node apps/cli/src/make-kept-data.fixture.ts ${next}`)
    expect(older).toMatchObject(untouched)
    expect(older?.stderr).toMatch(
      new RegExp(`^kept-data-${next}.tar.gz lacks migrations: .*\\b20261207010000_halt_reason,`),
    )
    expect(released).toMatchObject({ code: 0, version: next })
  })

  test('raises every version, and the packages’ dependencies on one another, to the same one @release-version-1', () => {
    const { version } = read('packages/session/package.json')
    expect(version).not.toBe(before)
    expect(manifests().length).toBeGreaterThan(20)
    for (const path of manifests()) {
      const { name, ...manifest } = read(path)
      const needed = [manifest.dependencies, manifest.devDependencies, manifest.peerDependencies]
      const own = needed.flatMap((one) => Object.entries(one ?? {}).filter(([key]) => key.startsWith('@gatehouse/')))
      expect([name, manifest.version, own.filter(([, wanted]) => wanted !== version)]).toEqual([name, version, []])
    }
  })

  test('writes the changes for readers, and uses the notes up @release-version-2', () => {
    const { version } = read('package.json')
    expect(readdirSync(join(copy, '.changeset'))).toEqual(['config.json'])
    for (const folder of ['.', 'packages/session', 'packages/testing']) {
      const text = readFileSync(join(copy, folder, 'CHANGELOG.md'), 'utf8')
      expect([folder, text]).toEqual([folder, expect.stringContaining(`\n## ${version}\n`)])
      expect(text).toContain(note)
      expect(text).not.toContain('Nothing has been released yet')
    }
    const unread = manifests().filter(
      (path) => path !== 'package.json' && read(path).private && existsSync(join(copy, dirname(path), 'CHANGELOG.md')),
    )
    expect(unread).toEqual([])
  })

  test('leaves a lockfile that npm ci takes, packages that pack, and a command that says the new version @release-version-3', async () => {
    const { version } = read('package.json')
    const { packages = {} } = read('package-lock.json')
    const own = Object.entries(packages).filter(([path, { link }]) => !path.includes('node_modules/') && link !== true)
    expect(own.filter(([, one]) => one.version !== version)).toEqual([])
    const checked = await run(process.execPath, ['tooling/check-lockfile.ts'], { cwd: copy })
    expect(checked.stdout).toBe('')
    await run('npm', ['ci', '--dry-run', '--ignore-scripts', '--offline', '--no-audit', '--no-fund'], { cwd: copy })
    const said = await run(process.execPath, ['apps/cli/src/main.ts', '--version'], { cwd: copy })
    expect(said.stdout).toBe(`${version}\n`)
    const program = `const { buildPackage } = await import('./tooling/pack-packages.ts')
const { packed } = await import('./tooling/pack/install-packed.ts')
console.log(packed([await buildPackage({ folder: 'packages/session', kind: 'plain' })], '${copy}/packed').join())`
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: copy })
    expect(stdout.trim()).toBe(`${copy}/packed/gatehouse-session-${version}.tgz`)
  })
})
