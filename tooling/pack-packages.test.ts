import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { browserLaunch } from '@gatehouse/testing/browser'
import { freePorts, startServiceProcess } from '@gatehouse/testing/processes'
import { chromium } from '@playwright/test'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPackages } from './pack-packages.ts'
import { install, packed } from './pack/install-packed.ts'
import { nameOf, published, root } from './pack/published.ts'

const run = promisify(execFile)

interface Manifest {
  readonly exports?: Readonly<Record<string, string | object>>
  readonly private?: boolean
  readonly publishConfig?: object
  readonly repository?: object
}
const manifestOf = (dist: string) => JSON.parse(readFileSync(join(dist, 'package.json'), 'utf8')) as Manifest
/** Entries that are modules, by the name they are imported by. */
const modulesOf = (index: number, dist: string) =>
  Object.entries(manifestOf(dist).exports ?? {}).flatMap(([entry, target]) => {
    const one = published[index]
    return one === undefined || typeof target === 'string' ? [] : [`${nameOf(one)}${entry.slice(1)}`]
  })

/** TABLE: modules that a server may draw and a browser runs, by package. */
const clientModules: Readonly<Record<string, readonly string[]>> = {
  '@gatehouse/react': ['gates', 'provider', 'sign-in', 'use-session', 'user-button'],
  '@gatehouse/design': ['entry/content', 'entry/controls', 'entry/layout'],
  '@gatehouse/flow-form': ['entry/flow-form'],
}
const publishedNames = published.map(nameOf)

/** An empty folder with all packages installed, beside Playwright. */
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-pack-'))
const withNode24 = { ...process.env, PATH: `${join(root, 'node_modules/node/bin')}:${process.env['PATH'] ?? ''}` }
let dists: readonly string[] = []
let files: readonly string[] = []
beforeAll(async () => {
  dists = await buildPackages()
  files = packed(dists, join(folder, 'packed'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }')
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  install(folder, [...files, `@playwright/test@${devDependencies['@playwright/test']}`])
}, 300_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('every package that others install', () => {
  test('has a manifest, modules and types that are right for every way to resolve them @pack-1', async () => {
    expect(dists).toHaveLength(published.length)
    for (const [index, dist] of dists.entries()) {
      const tarball = Uint8Array.from(readFileSync(files[index] ?? ''))
      const { messages } = await publint({ pack: { tarball: tarball.buffer }, strict: true })
      expect([dist, messages.filter(({ type }) => type !== 'suggestion')]).toEqual([dist, []])
      const { exports = {}, publishConfig, private: isPrivate, repository } = manifestOf(dist)
      // npm proves the origin of a build only for packages that name the location of their sources.
      const published = repository === undefined ? { access: 'public' } : { access: 'public', provenance: true }
      expect([dist, isPrivate, publishConfig]).toEqual([dist, undefined, published])
      const readme = readFileSync(join(dist, 'README.md'), 'utf8')
      expect(readme).toContain('```')
      // A reader on the registry has neither the repository nor its private packages.
      expect([dist, readme.includes('](../../')]).toEqual([dist, false])
      const named = Array.from(readme.matchAll(/@gatehouse\/[a-z0-9-]+/g), ([name]) => name)
      expect([dist, named.filter((name) => !publishedNames.includes(name))]).toEqual([dist, []])
      for (const name of clientModules[publishedNames[index] ?? ''] ?? [])
        expect([name, readFileSync(join(dist, `${name}.js`), 'utf8')]).toEqual([
          name,
          expect.stringMatching(/^['"]use client['"]/),
        ])
      // `changeset version` writes it; a package without a release says so.
      const changes = readFileSync(join(dist, 'CHANGELOG.md'), 'utf8')
      expect(changes).toMatch(new RegExp(`^# ${publishedNames[index]}\n\n(?:## \\d|Nothing has been released yet\\.)`))
      expect(readFileSync(join(dist, 'LICENSE'), 'utf8')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'))
      if (modulesOf(index, dist).length === 0) continue
      const styles = Object.entries(exports).flatMap(([name, target]) => (typeof target === 'string' ? [name] : []))
      const checked = await checkPackage(createPackageFromTarballData(tarball), { excludeEntrypoints: styles })
      // They are ECMAScript modules alone: `require` loads them as Node can since 20.19.
      const problems = (checked.types === false ? [] : checked.problems).filter(
        (one) => !('resolutionKind' in one && ['node10', 'node16-cjs'].includes(one.resolutionKind)),
      )
      expect([dist, checked.types === false, problems]).toEqual([dist, false, []])
    }
  })

  // NODE_ENV is `test` here; React's production build has no functions of development.
  test('is built for production, wherever it is built @pack-3', () => {
    const modules = dists.flatMap((dist) =>
      readdirSync(dist, { recursive: true, encoding: 'utf8' }).flatMap((file) =>
        file.endsWith('.js') ? [readFileSync(join(dist, file), 'utf8')] : [],
      ),
    )
    expect(modules.length).toBeGreaterThan(40)
    expect(modules.filter((text) => text.includes('react/jsx-dev-runtime'))).toEqual([])
  })

  test('is installed in an empty folder and loaded by Node, and `npx gatehouse` is there @pack-2', async () => {
    const names = dists.flatMap((dist, index) => modulesOf(index, dist))
    expect(names.length).toBeGreaterThan(25)
    const program = names.map((name, at) => `import * as m${at} from '${name}'`).join('\n')
    const loaded = await run('node', ['--input-type=module', '-e', `${program}\nconsole.log('works')`], { cwd: folder })
    expect(loaded.stdout).toBe('works\n')
    const command = ['--no-install', 'gatehouse', 'keys', 'create', 'app']
    const made = await run('npx', command, { cwd: folder, env: withNode24 })
    expect(made.stdout).toContain('app')
    expect(JSON.parse(readFileSync(join(folder, 'data/session-tokens/app.jwks.json'), 'utf8')).keys).toHaveLength(1)
  })
})

/** An application with React 18, as its bundler and as its server see it. */
const withReact18 = `import { createElement } from 'react'
import { SessionProvider, SignedIn, UserButton } from '@gatehouse/react'
const session = { id: 's', active: true, expires_at: '2100-01-01T00:00:00Z', authenticated_at: '2026-01-01T00:00:00Z',
  authenticator_assurance_level: 'aal1', identity: { id: 'i', traits: { name: { first: 'Grace', last: 'Hopper' } } } }
export const app = createElement(SessionProvider, { url: 'https://account.example.org', initialSession: session },
  createElement(UserButton), createElement(SignedIn, null, 'Only for her'))
`

test('pages with React 18 are built with @gatehouse/react, and drawn on a server @pack-5', async () => {
  const older = mkdtempSync(join(tmpdir(), 'gatehouse-react-18-'))
  try {
    writeFileSync(join(older, 'package.json'), '{ "type": "module", "private": true }')
    const file = files[publishedNames.indexOf('@gatehouse/react')] ?? ''
    install(older, [file, 'react@18.3.1', 'react-dom@18.3.1'])
    writeFileSync(join(older, 'app.js'), withReact18)
    const inBrowser = `import { hydrateRoot } from 'react-dom/client'\nimport { app } from './app.js'\nhydrateRoot(document.body, app)\n`
    writeFileSync(join(older, 'main.js'), inBrowser)
    const { build } = await import('vite')
    await build({ root: older, logLevel: 'error', build: { rolldownOptions: { input: join(older, 'main.js') } } })
    expect(readdirSync(join(older, 'dist/assets'))).toEqual([expect.stringMatching(/\.js$/)])
    const onServer = `import { renderToString } from 'react-dom/server'\nimport { app } from './app.js'\nconsole.log(renderToString(app))\n`
    const drawn = await run('node', ['--input-type=module', '-e', onServer], { cwd: older })
    expect(drawn.stdout).toContain('Grace Hopper')
    expect(drawn.stdout).toContain('Only for her')
  } finally {
    rmSync(older, { recursive: true, force: true })
  }
}, 300_000)

/** TABLE: packages that a browser runs. Of the others, entries are for servers or tests. */
const forBrowsers = ['react', 'contract', 'client', 'design', 'flow-form'].map((name) => `@gatehouse/${name}`)

/** A page that draws with them all. */
const page = (modules: readonly string[]) => `import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import '@gatehouse/flow-form/styles.css'
import '@gatehouse/react/styles.css'
import { nameOf } from '@gatehouse/session'
${modules.map((name, at) => `import * as m${at} from '${name}'`).join('\n')}
const all = Object.assign({}, ${modules.map((_, at) => `m${at}`).join(', ')})
const session = { id: 's', active: true, identity: { id: 'i', traits: { name: { first: 'Grace', last: 'Hopper' } } } }
const label = (id, text) => ({ label: { id, text, type: 'info' } })
const field = (group, attributes, meta) => ({ type: 'input', group, messages: [], meta, attributes: { node_type: 'input', disabled: false, ...attributes } })
const nodes = [field('default', { name: 'identifier', type: 'text', required: true }, label(1070004, 'ID')),
  field('password', { name: 'method', type: 'submit', value: 'password' }, label(1010022, 'Sign in'))]
createRoot(document.body).render(createElement(all.SessionProvider, { url: 'https://account.example.org', initialSession: session },
  createElement(all.Alert, { kind: 'success' }, nameOf(session)),
  createElement(all.FlowForm, { flow: { id: 'f', type: 'browser', ui: { action: '/', method: 'POST', nodes } }, kind: 'login' })))
`

test('an empty application on Vite is built with every package for browsers, and draws with them @pack-6', async () => {
  const app = join(folder, 'on-vite')
  mkdirSync(app)
  const modules = dists.flatMap((dist, index) =>
    forBrowsers.includes(publishedNames[index] ?? '') ? modulesOf(index, dist) : [],
  )
  expect(modules.length).toBeGreaterThan(20)
  writeFileSync(join(app, 'index.html'), '<!doctype html><body></body><script type="module" src="/main.js"></script>')
  writeFileSync(join(app, 'main.js'), page(modules))
  const { build, preview } = await import('vite')
  await build({ root: app, configFile: false, logLevel: 'error' })
  const server = await preview({ root: app, configFile: false, preview: { port: 0, host: '127.0.0.1' } })
  const browser = await chromium.launch(browserLaunch('engine'))
  try {
    const shown = await browser.newPage()
    const faults: unknown[] = []
    shown.on('pageerror', (error) => faults.push(error))
    await shown.goto(server.resolvedUrls?.local[0] ?? '')
    await shown.getByRole('status').getByText('Grace Hopper').waitFor()
    await shown.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(faults).toEqual([])
  } finally {
    await browser.close()
    await server.close()
  }
})

/** Tests of an application, written by the README of @gatehouse/testing. */
const applicationTests = (url: string, adminUrl: string) => `
import { expect, test } from '@gatehouse/testing/playwright'
test.use({ gatehouseAddress: { url: '${url}', adminUrl: '${adminUrl}' }, javaScriptEnabled: false })

async function signIn(page, gatehouse, { email, password }) {
  await page.goto(gatehouse.url + '/login')
  await page.locator('[name=identifier]').fill(email)
  await page.locator('[name=password]').fill(password)
  const [answer] = await Promise.all([
    page.waitForResponse((one) => one.request().method() === 'POST'),
    page.locator('button[name=method][value=password]').click(),
  ])
  return answer.status()
}
const whoami = async (page, gatehouse) => (await page.request.get(gatehouse.url + '/sessions/whoami')).status()

test('a person of this test signs in by the code of the inbox', async ({ page, gatehouse }) => {
  const { email } = await gatehouse.person({ name: { first: 'Grace', last: 'Hopper' } })
  await page.goto(gatehouse.url + '/recovery')
  await page.locator('[name=email]').fill(email)
  await page.locator('button[name=method][value=code]').click()
  await page.locator('[name=code]').fill(await gatehouse.inbox.code(email))
  await page.locator('button[name=method][value=code]').first().click()
  await expect(page).toHaveURL(/settings/)
  await expect(gatehouse.inbox.code(email, { timeoutMs: 100 })).rejects.toThrow('No new message with a code')
})

test('a fault is for the browser of this test alone, and as often as it says', async ({ page, browser, gatehouse }) => {
  const person = await gatehouse.person()
  await gatehouse.faults.arm('submit_too_many', { times: 2 })
  const other = await browser.newContext({ javaScriptEnabled: false })
  expect(await signIn(await other.newPage(), gatehouse, person)).toBeLessThan(400)
  await other.close()
  expect(await signIn(page, gatehouse, person)).toBe(429)
  expect(await signIn(page, gatehouse, person)).toBe(429)
  expect(await signIn(page, gatehouse, person)).toBeLessThan(400)
})

test('a mail server that is down is one again after it', async ({ page, gatehouse }) => {
  const down = async () => (await (await page.request.get(gatehouse.url + '/dev/faults.json')).json()).courier_down
  await gatehouse.faults.arm('courier_down', { times: 3 })
  expect(await down()).toBe(3)
  await gatehouse.faults.clear()
  expect(await down()).toBe(0)
})

test('sessions end when the clock says so', async ({ page, gatehouse }) => {
  await signIn(page, gatehouse, await gatehouse.person())
  expect(await whoami(page, gatehouse)).toBe(200)
  await gatehouse.clock.move('400d')
  try {
    expect((await gatehouse.clock.now()).getTime()).toBeGreaterThan(Date.now() + 399 * 86_400_000)
    expect(await whoami(page, gatehouse)).toBe(401)
  } finally {
    await gatehouse.clock.reset()
  }
})

test('people are put in, as many as are wanted', async ({ page, gatehouse }) => {
  const people = await gatehouse.seed([{ email: 'ada@shop.example', password: 'analytical engine 1' }, {}])
  expect(new Set(people.map(({ id }) => id)).size).toBe(2)
  for (const person of people) {
    expect(await signIn(page, gatehouse, person)).toBeLessThan(400)
    await page.context().clearCookies()
  }
})
`

test("tests of an application read the inbox, put people in, move the clock, and make things fail in one browser, by `npx gatehouse start` and Playwright's fixture @pack-4", async () => {
  const [publicPort = 0, adminPort = 0, consolePort = 0] = await freePorts(3)
  const [url, adminUrl] = [`http://localhost:${publicPort}`, `http://127.0.0.1:${adminPort}`]
  writeFileSync(join(folder, 'application.spec.js'), applicationTests(url, adminUrl))
  writeFileSync(
    join(folder, 'playwright.config.js'),
    `export default { workers: 1, reporter: 'line', timeout: 120_000, expect: { timeout: 20_000 }, use: { launchOptions: ${JSON.stringify(browserLaunch('engine'))} } }`,
  )
  const gatehouse = await startServiceProcess({
    program: join(folder, 'node_modules/.bin/gatehouse'),
    args: ['start'],
    folder,
    environment: {
      ...withNode24,
      GATEHOUSE_PUBLIC_URL: url,
      GATEHOUSE_ADMIN_URL: adminUrl,
      GATEHOUSE_CONSOLE_URL: `http://localhost:${consolePort}`,
      GATEHOUSE_DATA: join(folder, 'data-of-tests'),
    },
    readyUrl: `${url}/health/ready`,
  })
  try {
    const env = { ...withNode24, CI: '', FORCE_COLOR: '0' }
    const { stdout } = await run('npx', ['--no-install', 'playwright', 'test'], { cwd: folder, env }).catch(
      (error: { readonly stdout: string; readonly stderr: string }) => {
        throw new Error(`${error.stdout}${error.stderr}`)
      },
    )
    expect(stdout).toContain('5 passed')
  } finally {
    await gatehouse.stop()
  }
}, 300_000)
