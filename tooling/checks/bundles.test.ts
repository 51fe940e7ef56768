import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBundles, weighPages } from './bundles.ts'

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
})
afterAll(() => rm(folder, { recursive: true }))

test('the first load has the files that the page and its layouts name, each once', () => {
  const report = checkBundles(folder, { page: 'login', scriptKilobytes: 140, styleKilobytes: 20, islands: {} })
  expect(report.findings).toEqual([])
  expect(report.scriptKilobytes).toBeGreaterThan(28)
  expect(report.scriptKilobytes).toBeLessThan(40)
  expect(report.styleKilobytes).toBeGreaterThan(5)
})

test('a page over its budget, and one that is missing, are found', () => {
  const heavy = checkBundles(folder, { page: 'settings', scriptKilobytes: 140, styleKilobytes: 2, islands: {} })
  expect(heavy.findings.map((one) => one.message)).toEqual([
    expect.stringMatching(/\d KB of script that \/settings loads first; 140 KB is the limit/),
    expect.stringMatching(/of style that \/settings loads first; 2 KB/),
  ])
  const missing = checkBundles(folder, { page: 'nowhere', scriptKilobytes: 140, styleKilobytes: 20, islands: {} })
  expect(missing.findings[0]?.message).toBe('the build has no page /nowhere')
})

test('every page is weighed, the heaviest first; addresses that draw nothing are none', () => {
  expect(weighPages(folder).map(({ page, scriptKilobytes }) => [page, Math.round(scriptKilobytes / 10)])).toEqual([
    ['settings', 40],
    ['login', 3],
  ])
})

test('a separate module is weighed, and reported if it is missing or too heavy', async () => {
  const budget = { page: 'login', scriptKilobytes: 140, styleKilobytes: 20 }
  const check = (islands: Readonly<Record<string, number>>) => checkBundles(folder, { ...budget, islands })
  await writeFile(join(folder, 'assets/meter-AbCd_-12.js'), kilobytes(5))
  const light = check({ meter: 9 })
  expect(light.findings).toEqual([])
  expect(light.islands).toMatchObject([{ name: 'meter', limit: 9 }])
  expect(check({ meter: 1 }).findings[0]?.message).toMatch(/KB of the module meter; 1 KB is the limit/)
  expect(check({ gone: 1 }).findings[0]?.message).toBe('the build has no module gone of its own')
})

test.each(['throw new ZodError(x)', 'import("node:fs")', 'fetch("/admin/identities")', 'process.env.SECRET'])(
  'a piece of the server is found: %s',
  async (text) => {
    await writeFile(join(folder, 'assets/stray.js'), text)
    const { findings } = checkBundles(folder, { page: 'login', scriptKilobytes: 140, styleKilobytes: 20, islands: {} })
    expect(findings).toEqual([{ path: 'assets/stray.js', message: expect.stringContaining('a piece of the server') }])
    await rm(join(folder, 'assets/stray.js'))
  },
)

test('a folder without a build leads to instructions', () => {
  expect(() => checkBundles('/nowhere', { page: 'login', scriptKilobytes: 1, styleKilobytes: 1, islands: {} })).toThrow(
    '/nowhere',
  )
})
