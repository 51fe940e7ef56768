import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { checkBundles, serverPieces } from './bundles.ts'

const manifest = {
  entry: { module: '/assets/entry.js', imports: ['/assets/react.js'], css: [] },
  url: '/assets/manifest-1.js',
  routes: {
    root: { id: 'root', path: '', module: '/assets/root.js', imports: ['/assets/react.js'], css: ['/assets/root.css'] },
    layout: { id: 'layout', parentId: 'root', module: '/assets/layout.js', imports: [], css: [] },
    login: { id: 'login', parentId: 'layout', path: 'login', module: '/assets/login.js', imports: [] },
    theme: { id: 'theme', parentId: 'root', path: 'theme', module: '/assets/theme.js', imports: [] },
    settings: { id: 'settings', parentId: 'root', path: 'settings', module: '/assets/settings.js', imports: [] },
  },
}

let folder: string
// Text that does not compress, so that its weight is known.
const kilobytes = (count: number) => `/*${randomBytes((count * 1000 * 3) / 4).toString('base64')}*/`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-bundles-'))
  await mkdir(join(folder, 'assets'))
  const asset = (name: string, text: string) => writeFile(join(folder, 'assets', name), text)
  await asset('manifest-1.js', `window.__reactRouterManifest=${JSON.stringify(manifest)};`)
  await asset('entry.js', 'a=1')
  await asset('react.js', kilobytes(20))
  await asset('root.js', kilobytes(10))
  await asset('layout.js', 'd={node:1}')
  await asset('login.js', `${kilobytes(10)}export{p as default}`)
  await asset('settings.js', `${kilobytes(500)}export{p as default}`)
  await asset('theme.js', 'export{a as action}')
  await asset('root.css', kilobytes(8))
  await asset('meter-AbCd_-12.js', kilobytes(5))
  return () => rm(folder, { recursive: true })
})

test('a page loads the files that it and its layouts name, each once; addresses that draw nothing are no page', () => {
  const { weights, problems } = checkBundles(folder, {
    pages: { login: { script: 40, style: 10 } },
    script: 500,
    islands: { meter: 9 },
  })
  expect(problems).toEqual([])
  expect(weights.map((line) => line.replace(/ [\d.]+ KB/, ''))).toEqual([
    '/login first loads of script: (limit 40)',
    '/login first loads of style: (limit 10)',
    '/settings first loads of script: (limit 500)',
    'meter: (limit 9)',
  ])
})

test('a page or module over its budget, and one that is missing, are found', () => {
  const budget = { pages: { login: { script: 28, style: 2 }, nowhere: { script: 1, style: 1 } }, script: 100 }
  expect(checkBundles(folder, { ...budget, islands: { meter: 1, gone: 1 } }).problems).toEqual([
    expect.stringMatching(/^\/login first loads of script: \d+\.\d KB \(limit 28\)$/),
    expect.stringContaining('/login first loads of style'),
    expect.stringContaining('/settings first loads of script'),
    'the build has no page /nowhere',
    expect.stringMatching(/^meter: .*\(limit 1\)$/),
    'the build has no module gone of its own',
  ])
})

test.each(['throw new ZodError(x)', 'import("node:fs")', 'fetch("/admin/identities")', 'process.env.SECRET'])(
  'a piece of the server is found: %s',
  async (text) => {
    expect(serverPieces(folder)).toEqual([])
    await writeFile(join(folder, 'assets/stray.js'), text)
    onTestFinished(() => rm(join(folder, 'assets/stray.js')))
    expect(serverPieces(folder)).toEqual([expect.stringContaining('stray.js holds a piece of the server')])
  },
)

test('a folder without a build leads to instructions', () => {
  expect(() => checkBundles('/nowhere', { pages: {}, script: 1, islands: {} })).toThrow('/nowhere')
})
