import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadConfig } from '@gatehouse/config/config'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compose, type Gateway } from '../compose.ts'
import { createLog } from '../process/log.ts'
import { singleProcess } from '../cluster/role.ts'

const locales = fileURLToPath(new URL('../../../../locales', import.meta.url))
const languages = readdirSync(locales).filter((name) => !name.includes('.'))
const textsOf = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(join(locales, language, 'error.json'), 'utf8'))

let whole: Gateway
let fenced: Gateway
let isFenced = false

// A process serves nothing once it may have missed changes of another one.
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-fenced-'))
  const brandFile = fileURLToPath(new URL('../../../../examples/brand/gatehouse.yml', import.meta.url))
  const config = loadConfig({ GATEHOUSE_DATA: join(folder, 'data'), GATEHOUSE_BRAND: brandFile })
  const log = createLog('silent')
  whole = await compose(config, { log, role: { ...singleProcess(), isShared: true } })
  fenced = await compose(config, { log, role: { ...singleProcess(), isShared: true, isFenced: () => isFenced } })
  isFenced = true
})

afterAll(async () => {
  await fenced.stop()
  await whole.stop()
})

const ask = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  fenced.edge(
    new Request(`http://localhost:4455${path}`, { ...init, headers: { host: 'localhost:4455', ...headers } }),
    '192.0.2.7',
  )

describe('while the database has not been reached', () => {
  test.each(languages)(
    'a page says so with the brand, in the visitor’s language: %s @fenced-page-1',
    async (language) => {
      const answer = await ask('/settings?section=profile', { accept: 'text/html', 'accept-language': language })
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
      const page = await answer.text()
      const texts = textsOf(language)
      expect(page).toContain(`lang="${language}"`)
      expect(page).toContain('Northwind')
      expect(page).toContain(`${texts['unreachable.title']}</h1>`)
      expect(page).toContain('href="/settings?section=profile"')
      // A script would run at another address than that of the drawn page.
      expect(page).not.toContain('<script')
    },
  )

  test('the files of the page are served, and nothing else @fenced-page-2', async () => {
    const page = await (await ask('/login', { accept: 'text/html' })).text()
    const files = new Set(
      Array.from(page.matchAll(/(?:src|srcset|href)="(\/(?:assets|brand)\/[^"]+)"/g), ([, path = '']) => path),
    )
    expect(files.size).toBeGreaterThan(0)
    for (const path of [...files, '/health/alive', '/locales/en/error.json']) {
      expect([path, (await ask(path)).status]).toEqual([path, 200])
    }
    for (const path of ['/sessions/whoami', '/self-service/login/api', '/schemas', '/settings.data']) {
      const answer = await ask(path, { accept: 'application/json' })
      expect([path, answer.status]).toEqual([path, 503])
      expect((await answer.json()).error.code).toBe(503)
    }
    const form = { method: 'POST', body: 'method=password' }
    const sent = await ask('/login', { accept: 'text/html', origin: 'http://localhost:4455' }, form)
    expect(sent.status).toBe(503)
    expect(await sent.text()).toContain('href="/"')
  })
})

describe('at the other listeners, while the database has not been reached', () => {
  const get = (path: string, accept: string) =>
    new Request(`http://localhost:4456${path}`, { headers: { host: 'localhost:4456', accept } })

  test('the console refuses pages and calls, and answers probes and files @fenced-listeners-1', async () => {
    const { console: edge } = fenced
    if (edge === undefined) throw new Error('the gateway has no console')
    const ask = (path: string, accept = 'application/json') => edge(get(path, accept), '192.0.2.7')
    const page = await ask('/sign-in', 'text/html')
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
    const text = await page.text()
    const files = Array.from(text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g), ([, path = '']) => path)
    for (const path of [...files, '/health/alive']) expect([path, (await ask(path)).status]).toEqual([path, 200])
    for (const path of ['/workspaces', '/projects', '/openapi.json']) {
      expect([path, (await ask(path)).status]).toEqual([path, 503])
    }
  })

  test('the admin API refuses calls, and answers probes and metrics @fenced-listeners-2', async () => {
    const ask = async (path: string) => {
      const answer = await fenced.admin?.(new Request(`http://127.0.0.1:4434${path}`))
      return [answer?.status, (await answer?.text()) ?? ''] as const
    }
    const [status, body] = await ask('/admin/identities')
    expect([status, JSON.parse(body).error.code]).toEqual([503, 503])
    expect((await ask('/health/alive'))[0]).toBe(200)
    expect(await ask('/metrics')).toEqual([200, expect.stringContaining('gatehouse_http_requests_total')])
  })
})

describe('at an unknown host', () => {
  const hosts = [
    { what: 'no project', host: 'gone.localhost:4455', method: 'GET', status: 404, name: 'not_found', links: [] },
    {
      what: 'another origin',
      host: '127.0.0.1:4455',
      method: 'POST',
      status: 421,
      name: 'other_host',
      links: ['http://localhost:4455'],
    },
  ]
  const askAt = (host: string, path: string, headers: Record<string, string>, method = 'GET') =>
    whole.edge(new Request(`http://${host}${path}`, { method, headers: { host, ...headers } }), '192.0.2.7')

  describe.each(hosts)('$what', ({ host, method, status, name, links }) => {
    test.each(languages)('a page with the brand, in the visitor’s language: %s @host-page-1', async (language) => {
      const answer = await askAt(host, '/login', { accept: 'text/html', 'accept-language': language }, method)
      expect(answer.status).toBe(status)
      const page = await answer.text()
      expect(page).toContain(`lang="${language}"`)
      expect(page).toContain('Northwind')
      expect(page).toContain(`${textsOf(language)[`${name}.title`]}</h1>`)
      expect(page).not.toContain('<script')
      expect(answer.headers.get('content-length'), 'what a browser waits for').toBe(`${Buffer.byteLength(page)}`)
      expect(Array.from(page.matchAll(/<a [^>]*href="(http:[^"]+)"/g), ([, href]) => href)).toEqual(links)
    })

    test('programs get the error, the page its files, and nothing else is served @host-page-2', async () => {
      const answer = await askAt(host, '/login', { accept: 'application/json' }, method)
      expect([answer.status, (await answer.json()).error.code]).toEqual([status, status])
      const page = await (await askAt(host, '/login', { accept: 'text/html' }, method)).text()
      const files = Array.from(
        page.matchAll(/(?:src|srcset|href)="(\/(?:assets|brand)\/[^"]+)"/g),
        ([, path = '']) => path,
      )
      expect(files.length).toBeGreaterThan(0)
      for (const path of files) expect([path, (await askAt(host, path, {})).status]).toEqual([path, 200])
      for (const path of ['/sessions/whoami', '/self-service/login/api', '/settings', '/locales/en/error.json']) {
        const { status: there } = await askAt(host, path, { accept: 'application/json' })
        expect([path, [404, 307, 421].includes(there)]).toEqual([path, true])
      }
    })
  })
})
