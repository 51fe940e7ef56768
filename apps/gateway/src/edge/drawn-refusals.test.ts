import { createServer } from 'node:net'
import { once } from 'node:events'
import { createReverseProxy } from '@gatehouse/http/proxy'
import { proxyTrust } from '@gatehouse/http/requests'
import type { RefusedRequest } from '@gatehouse/account/refused-request'
import { afterEach, describe, expect, test } from 'vitest'
import { createLog } from '../process/log.ts'
import { openGateway, type TestGateway } from '../projects/gateway.fixture.ts'
import { createEdge, type DrawRefusal } from './edge.ts'
import type { Route } from './route.ts'

const publicUrl = new URL('http://localhost:4455')
const html = { accept: 'text/html', host: 'localhost:4455' }

/** Creates an edge with one route, and a list of the refusals that it drew. */
function edgeBefore(handle: Route['handle'], draw?: DrawRefusal) {
  const drawn: RefusedRequest[] = []
  const edge = createEdge({
    publicUrl,
    proxies: proxyTrust([]),
    permanentOrigin: false,
    log: createLog('silent'),
    routes: [
      {
        name: 'only',
        matches: () => true,
        host: 'public',
        writes: 'own rule',
        maxBodyBytes: 1024,
        compressed: false,
        logLevel: 'debug',
        handle,
      },
    ],
    drawRefusal:
      draw ??
      (async (_received, _facts, refusal) => {
        drawn.push(refusal)
        return new Response(`drawn: ${refusal.name}`, { status: refusal.status })
      }),
  })
  const ask = (headers: Record<string, string>) =>
    edge(new Request('http://localhost:4455/a?b=c', { headers }), '192.0.2.7')
  return { ask, drawn }
}

const throwing = () => Promise.reject(new Error('planted'))

test('an error behind the edge is drawn by the pages, or by the edge if the pages throw as well @drawn-refusals-1', async () => {
  const { ask, drawn } = edgeBefore(throwing)
  const answer = await ask(html)
  expect([answer.status, await answer.text()]).toEqual([500, 'drawn: crash'])
  expect(drawn).toMatchObject([{ name: 'crash', again: '/a?b=c' }])
  expect((await ask({ ...html, accept: 'application/json' })).headers.get('content-type')).toBe('application/json')
  const plain = await edgeBefore(throwing, throwing).ask(html)
  expect([plain.status, await plain.text()]).toEqual([500, expect.stringContaining('It is our fault')])
})

test('an identity service that gives no answer is reported to browsers by the pages @drawn-refusals-2', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const proxy = createReverseProxy({ upstream: new URL(`http://127.0.0.1:${address.port}`) })
  const { ask } = edgeBefore(proxy)
  const answer = await ask(html)
  expect([answer.status, await answer.text()]).toEqual([502, 'drawn: unreachable'])
  const problem = await ask({ ...html, accept: 'application/json' })
  expect([problem.status, (await problem.json()).error.message]).toEqual([502, 'The sign-in service is unreachable'])
})

describe('the console', () => {
  let gateway: TestGateway
  afterEach(() => gateway.gateway.stop())

  test.each([
    ['/a%ff', 'GET', {}, 400],
    ['/sign-in', 'POST', { origin: 'https://elsewhere.example' }, 403],
    ['/sign-in', 'PROPFIND', {}, 405],
  ] as const)(
    '%s by %s is refused on an error page in the visitor’s language @drawn-refusals-3',
    async (path, method, headers, status) => {
      gateway = await openGateway({ hasConsole: true, environment: { GATEHOUSE_BRAND_NAME: 'Northwind' } })
      const page = await gateway.askConsole(path, {
        method,
        headers: { accept: 'text/html', 'accept-language': 'ar', ...headers },
      })
      expect(page.status).toBe(status)
      expect(page.body).toContain('lang="ar" dir="rtl"')
      expect(page.body).toContain('Northwind')
      expect(page.body).not.toContain('<script')
    },
  )
})
