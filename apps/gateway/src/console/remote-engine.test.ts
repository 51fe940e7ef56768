import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { loadConfig } from '@gatehouse/config/config'
import { createVisitor } from '@gatehouse/testing/browser'
import { freePorts } from '@gatehouse/testing/processes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { readBuild } from '../edge/built-app.ts'
import { compose, type Gateway } from '../compose.ts'
import { addressesOf } from '../edge/hostile.fixture.ts'
import { listen, type Listener } from '../process/listen.ts'
import { createLog } from '../process/log.ts'
import { openGateway, type TestGateway } from '../projects/gateway.fixture.ts'
import { isBuilt, password } from './console.fixture.ts'

const consolePages = isBuilt ? addressesOf((await readBuild('console')).build) : []
const email = 'ada@example.com'

let engine: TestGateway
let front: Gateway
const listeners: Listener[] = []
/** The calls of the engine's public API, each with the public address that the caller named. */
const publicCalls: { readonly path: string; readonly named: string }[] = []

/** Closes the engine's listeners, so that calls to it fail. */
async function stopEngine(): Promise<void> {
  await Promise.all(listeners.splice(0).map((one) => one.close(0)))
}

const consoleOrigin = 'http://localhost:4456'

function browser() {
  return createVisitor((request) => {
    if (front.console === undefined) throw new Error('there is no console')
    request.headers.set('host', new URL(request.url).host)
    return front.console(request, '192.0.2.7')
  })
}

const own = { accept: 'text/html', origin: consoleOrigin, 'sec-fetch-site': 'same-origin' }
let operator: ReturnType<typeof browser>
let person = ''

async function open(path: string, init: RequestInit = {}) {
  let answer = await operator.fetch(`${consoleOrigin}${path}`, { headers: own, ...init })
  for (let hop = 0; hop < 5 && answer.status >= 300 && answer.status < 400; hop += 1) {
    const to = new URL(answer.headers.get('location') ?? '', consoleOrigin)
    answer = await operator.fetch(to, { headers: own })
  }
  const html = (await answer.text()).replaceAll(/<script.*?<\/script>/gs, '').replaceAll('&amp;', '&')
  return { status: answer.status, type: answer.headers.get('content-type') ?? '', headers: answer.headers, html }
}

describe.skipIf(!isBuilt)('a console in front of a remote identity service', () => {
  beforeAll(async () => {
    const [publicPort = 0, adminPort = 0] = await freePorts(2)
    const at = {
      GATEHOUSE_PUBLIC_URL: `http://localhost:${publicPort}`,
      GATEHOUSE_ADMIN_URL: `http://127.0.0.1:${adminPort}`,
    }
    engine = await openGateway({ environment: { LOG_LEVEL: 'silent', ...at } })
    const { edge, admin } = engine.gateway
    if (admin === undefined) throw new Error('the engine has no admin API')
    const variable = 'GATEHOUSE_PUBLIC_URL'
    const noted: typeof edge = (received, address) => {
      const path = new URL(received.url).pathname
      const named = `${received.headers.get('x-forwarded-proto')}://${received.headers.get('x-forwarded-host')}`
      // Health checks send it no cookie, and do not follow the answer.
      const isProbe = path === '/sessions/whoami' && !received.headers.has('cookie')
      if (!isProbe) publicCalls.push({ path, named })
      return edge(received, address)
    }
    listeners.push(await listen(noted, { host: 'localhost', port: publicPort, variable }))
    listeners.push(await listen(admin, { host: '127.0.0.1', port: adminPort, variable }))

    const config = loadConfig({
      GATEHOUSE_DATA: join(mkdtempSync(join(tmpdir(), 'gatehouse-front-')), 'data'),
      KRATOS_PUBLIC_URL: at.GATEHOUSE_PUBLIC_URL,
      KRATOS_ADMIN_URL: at.GATEHOUSE_ADMIN_URL,
    })
    const openPages = async () => ({
      assets: { has: () => false, serve: () => undefined },
      handle: async () => new Response('an account page'),
    })
    front = await compose(config, { log: createLog('silent'), openPages })
    front.start()

    const token = await engine.register(engine.origin, email)
    person = (await engine.whoami(engine.origin, token)).body.identity.id
    operator = browser()
    const link = `/set-up/${(await front.operators?.controlPlane.setUp.issue()) ?? ''}`
    const arrived = await operator.fetch(`${consoleOrigin}${link}`, { headers: own })
    const { html } = await open('/sign-in')
    const action = /<form[^>]*action="(\/sign-in\?flow=[^"]*)"/.exec(html)?.[1] ?? ''
    const form = { identifier: email, password, method: 'password' }
    await open(action, { method: 'POST', body: new URLSearchParams(form) })
    const location = arrived.headers.get('location') ?? ''
    await open(location, { method: 'POST', body: new URLSearchParams({ intent: 'accept' }) })
  })
  afterAll(async () => {
    await stopEngine()
    await front.stop()
    await engine.gateway.stop()
  })

  /** Returns the path of the operator's only project, from the links of the console. */
  async function root(): Promise<string> {
    const found = /href="(\/w\/[\w-]+\/p\/[\w-]+)/.exec((await open('/')).html)?.[1]
    if (found === undefined) throw new Error('the console leads to no project')
    return found
  }

  test('every call of the console names the public address of the pages, not the internal one of the service', () => {
    const calls = publicCalls.filter(({ path }) => /^\/(?:self-service|sessions)\//.test(path))
    expect(calls.map(({ path }) => path)).toContain('/self-service/login')
    expect([...new Set(calls.map(({ named }) => named))]).toEqual(['http://localhost:4455'])
  })

  test('shows that configuration, organizations and further projects are not managed here, before any input', async () => {
    const project = await root()
    const workspace = project.replace(/\/p\/.*/, '')
    const revision = crypto.randomUUID()
    const pages: readonly (readonly [string, string])[] = [
      [`${project}/configuration`, 'Configured elsewhere'],
      [`${project}/configuration/text`, 'Configured elsewhere'],
      [`${project}/configuration/providers/new`, 'Configured elsewhere'],
      [`${project}/configuration/revisions`, 'Configured elsewhere'],
      [`${project}/configuration/revisions/${revision}`, 'Configured elsewhere'],
      [`${project}/organizations`, 'No organizations here'],
      [`${project}/organizations/new`, 'No organizations here'],
      [`${project}/organizations/${revision}`, 'No organizations here'],
      [`${project}/organizations/${revision}/connections/new`, 'No organizations here'],
      [`${workspace}/new-project`, 'There is only one project here'],
    ]
    for (const [path, title] of pages) {
      const { status, html } = await open(path)
      expect([path, status, /<h1[^>]*>([^<]*)/.exec(html)?.[1]]).toEqual([path, 200, title])
      expect([path, html.includes('data-intent=')]).toEqual([path, false])
    }
    const overview = (await open(workspace)).html
    expect(overview).not.toContain('/new-project')
    expect(overview).toContain('run outside of this installation')
    expect((await open(`${project}/settings`)).html).not.toContain('ask=delete')
  })

  test('finds sessions by their person, with a service that only searches sign-in names @sessions-search-2', async () => {
    const sessions = `${await root()}/sessions`
    for (const q of [email.slice(0, 6).toUpperCase(), email, person]) {
      const { status, html } = await open(`${sessions}?${new URLSearchParams({ q })}`)
      expect([q, status]).toEqual([q, 200])
      expect(html).toContain(`/people/${person}/sessions"`)
    }
    expect((await open(`${sessions}?q=grace`)).html).toContain('No sessions match.')
  })

  test('has no inbox with the mails of real people, unless it is asked for', async () => {
    const request = new Request('http://localhost:4455/dev/inbox', { headers: { host: 'localhost:4455' } })
    expect(await (await front.edge(request, '127.0.0.1')).text()).toBe('an account page')
  })

  test('with the engine down every page explains that, and never shows bare JSON', async () => {
    const project = await root()
    const [, , workspace = '', , slug = ''] = project.split('/')
    const known: Readonly<Record<string, string>> = { workspace, project: slug, person }
    await stopEngine()
    // Pages that do not call the engine.
    const apart = ['/language', '/theme', '/set-up/:link?', '/invitation/:link?', '/onboarding/:link?', '/failed', '/*']
    expect(consolePages).toEqual(expect.arrayContaining(apart))
    const wrong: unknown[] = []
    for (const template of consolePages) {
      const path =
        template.replaceAll(/:(\w+)\??|\*/g, (_, name: string | undefined) => known[name ?? ''] ?? 'anything') +
        (template === '/verify' ? '?flow=anything' : '')
      for (const method of ['GET', 'POST']) {
        const init = method === 'POST' ? { method, body: new URLSearchParams({ intent: 'anything' }) } : {}
        const { status, type, html } = await open(path, init)
        // A method that an address does not support is refused before the service is called.
        if (status === 405) continue
        const isApart = apart.includes(template)
        const says = html.includes('Sign-in is not available right now')
        if (!type.startsWith('text/html') || (!isApart && !(status === 503 && says))) {
          wrong.push([method, path, status, type, html.slice(0, 80)])
        }
      }
    }
    expect(wrong).toEqual([])
  })
})
