import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'

import { createOutbound, type OutboundOptions } from './call.ts'
import type { Resolve } from './guarded-lookup.ts'
import { outboundFetch } from './outbound-fetch.ts'
import { connectSocket } from './socket.ts'

const opened: { close(): unknown; closeAllConnections?(): void }[] = []
afterEach(() => {
  for (const one of opened.splice(0)) {
    one.closeAllConnections?.()
    one.close()
  }
})

const portOf = (server: Pick<Server, 'address'>) => (server.address() as AddressInfo).port

/** A server on this machine, and how many connections it has seen. */
async function internal(answer: RequestListener) {
  const server = createServer(answer)
  const seen = { connections: 0, requests: [] as string[] }
  server.on('connection', () => (seen.connections += 1))
  server.on('request', ({ method, url }) => seen.requests.push(`${method} ${url}`))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.push(server)
  return { port: portOf(server), url: `http://127.0.0.1:${portOf(server)}`, seen }
}

function client(options: Partial<OutboundOptions> = {}) {
  const outbound = createOutbound({ purpose: 'web_hook', reachOf: () => 'public', timeoutMs: 5_000, ...options })
  opened.push(outbound)
  return outbound
}

const get = (url: string) => ({ url, method: 'GET', headers: {}, body: undefined })
const private_address = { message: 'the address is not on the public internet; nothing was sent' }

describe('a call that may only reach the public internet', () => {
  test.each([
    '127.0.0.1',
    'localhost',
    '2130706433',
    '0x7f.1',
    '127.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::127.0.0.1]',
    '[2002:7f00:1::]',
    '[64:ff9b::7f00:1]',
    '0.0.0.0',
    '169.254.169.254',
  ])('never connects to %s', async (host) => {
    const { port, seen } = await internal((_request, response) => response.end('secret'))
    await expect(client().call(get(`http://${host}:${port}/`))).rejects.toMatchObject(private_address)
    expect(seen.connections).toBe(0)
  })

  test('never connects to a name with an internal address, alone or among others', async () => {
    const { port, seen } = await internal((_request, response) => response.end('secret'))
    const outside = { address: '93.184.216.34', family: 4 }
    const inside = { address: '127.0.0.1', family: 4 }
    for (const addresses of [[inside], [outside, inside], [inside, outside]]) {
      const resolve: Resolve = (_name, done) => done(null, addresses)
      const call = client({ resolve }).call(get(`http://hooks.example.org:${port}/`))
      await expect(call).rejects.toMatchObject(private_address)
    }
    expect(seen.connections).toBe(0)
  })

  test('does not follow a redirect inside', async () => {
    const inside = await internal((_request, response) => response.end('secret'))
    const away = await internal((_request, response) => response.writeHead(302, { location: inside.url }).end())
    // Only the first address is an exception; the target of its redirect is checked as well.
    const loopbackOnce: Resolve = (name, done) =>
      done(null, [{ address: name === 'first.example.org' ? '127.0.0.1' : '10.0.0.1', family: 4 }])
    const outbound = client({ reachOf: () => 'loopback', resolve: loopbackOnce, redirects: 5 })
    const redirecting = `http://first.example.org:${away.port}/`
    expect((await outbound.call(get(redirecting))).body).toBe('secret')

    const metadata = await internal((_request, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end(),
    )
    const call = outbound.call(get(`http://first.example.org:${metadata.port}/`))
    await expect(call).rejects.toMatchObject(private_address)
    const named = await internal((_request, response) =>
      response.writeHead(302, { location: `http://second.example.org:${inside.port}/` }).end(),
    )
    await expect(outbound.call(get(`http://first.example.org:${named.port}/`))).rejects.toMatchObject(private_address)
  })

  test('looks a name up once for each connection: there is no second answer that could differ @call-1', async () => {
    const { port, seen } = await internal((_request, response) => response.end('fine'))
    let asked = 0
    const resolve: Resolve = (_name, done) => {
      asked += 1
      done(null, [{ address: asked % 2 === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }])
    }
    const outbound = client({ reachOf: () => 'loopback', resolve })
    const url = `http://rebinding.example.org:${port}/`
    expect((await outbound.call(get(url))).status).toBe(200)
    await expect(outbound.call(get(url))).rejects.toMatchObject(private_address)
    expect([asked, seen.connections]).toEqual([2, 1])
  })

  test('is not served by a connection that an exception has opened @call-2', async () => {
    const { url, seen } = await internal((_request, response) => response.end('fine'))
    const outbound = client({ reachOf: (to) => (to.endsWith('/allowed') ? 'any' : 'public'), keepsConnections: true })
    expect((await outbound.call(get(`${url}/allowed`))).status).toBe(200)
    await expect(outbound.call(get(`${url}/other`))).rejects.toMatchObject(private_address)
    expect(seen.requests).toEqual(['GET /allowed'])
  })
})

describe('the answer that a caller receives', () => {
  const inside = (options: Partial<OutboundOptions> = {}) => client({ reachOf: () => 'any', ...options })

  test('names a reason and none of the bytes of the other side @call-3', async () => {
    const banner = createTcpServer((socket) => socket.end('220 internal-mail-7.corp ESMTP secret-build\r\n'))
    banner.listen(0, '127.0.0.1')
    await once(banner, 'listening')
    opened.push(banner)
    await expect(inside().call(get(`http://127.0.0.1:${portOf(banner)}/`))).rejects.toMatchObject({
      message: 'the answer is not HTTP',
    })
  })

  test('is that nothing listens, and does not name the address', async () => {
    const { url, port } = await internal((_request, response) => response.end())
    opened.splice(0).forEach((one) => one.close())
    const failure: unknown = await inside()
      .call(get(url))
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({ reason: 'refused', message: 'the connection was refused' })
    expect(String(failure)).not.toContain(String(port))
  })

  test('is that an answer is too long', async () => {
    const { url } = await internal((_request, response) => response.end('x'.repeat(2_000)))
    await expect(inside({ mostBytes: 1_000 }).call(get(url))).rejects.toMatchObject({ reason: 'too_large' })
  })

  test('is that an answer is late', async () => {
    const { url } = await internal(() => {})
    await expect(inside({ timeoutMs: 50 }).call(get(url))).rejects.toMatchObject({ reason: 'timeout' })
  })
})

describe('as a fetch for libraries', () => {
  const reaching = (options: Partial<OutboundOptions> = {}) =>
    outboundFetch(client({ reachOf: () => 'any', ...options }))

  test('carries method, body and content type', async () => {
    const { url, seen } = await internal((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}'),
    )
    const answer = await reaching()(`${url}/token`, { method: 'POST', body: new URLSearchParams({ a: 'b' }) })
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(await answer.json()).toEqual({ ok: true })
    expect(seen.requests).toEqual(['POST /token'])
  })

  test('follows no redirect by default', async () => {
    const { url } = await internal((_request, response) => response.writeHead(302, { location: '/else' }).end())
    expect((await reaching()(url)).status).toBe(302)
  })

  test('gives up when its caller does', async () => {
    const { url } = await internal(() => {})
    await expect(reaching()(url, { signal: AbortSignal.timeout(50) })).rejects.toThrow('in time')
  })
})

test('a socket for another protocol passes the same guard', async () => {
  const { port, seen } = await internal((_request, response) => response.end())
  const socket = { purpose: 'mail_server', port, timeoutMs: 5_000 } as const
  for (const host of ['127.0.0.1', '::1', '[::ffff:7f00:1]', 'localhost', '2130706433']) {
    await expect(connectSocket({ ...socket, host, reach: 'public' })).rejects.toMatchObject(private_address)
  }
  const resolve: Resolve = (_name, done) => done(null, [{ address: '127.0.0.1', family: 4 }])
  const named = connectSocket({ ...socket, host: 'mail.example.org', reach: 'public', resolve })
  await expect(named).rejects.toMatchObject(private_address)
  expect(seen.connections).toBe(0)
  const open = await connectSocket({ ...socket, host: '127.0.0.1', reach: 'any' })
  open.destroy()
})
