import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createReverseProxy } from './reverse-proxy.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function upstream(
  answer: (request: IncomingMessage, response: ServerResponse) => unknown,
  path = '',
): Promise<URL> {
  const server = createServer((request, response) => void answer(request, response))
  servers.push(server)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return new URL(`http://127.0.0.1:${port}${path}`)
}

const timeouts = { answerMs: 300, idleMs: 300 }

test('path, query, method, body and headers arrive as sent, without those of this hop @reverse-proxy-1', async () => {
  const url = await upstream(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method, url, headers } = request
    response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString() }))
  }, '/base/')
  const proxy = createReverseProxy({ upstream: url })
  const response = await proxy(
    new Request('http://localhost:4455/self-service/login?flow=a%20b', {
      method: 'POST',
      body: 'password=x',
      headers: {
        cookie: 'a=1',
        connection: 'keep-alive, x-internal',
        'x-internal': '1',
        te: 'trailers',
        'keep-alive': '5',
      },
    }),
  )
  const seen = JSON.parse(await response.text())
  expect(seen).toMatchObject({ method: 'POST', url: '/base/self-service/login?flow=a%20b', body: 'password=x' })
  expect(seen.headers).toMatchObject({ cookie: 'a=1', host: url.host })
  for (const gone of ['x-internal', 'te', 'keep-alive', 'sec-fetch-mode']) expect(seen.headers).not.toHaveProperty(gone)
})

test('a body that is announced and never sent does not affect the next request @reverse-proxy-2', async () => {
  const url = await upstream((request, response) => response.end(request.url))
  const proxy = createReverseProxy({ upstream: url })
  const announced = await proxy(new Request('http://localhost/first', { headers: { 'content-length': '60' } }))
  expect(await announced.text()).toBe('/first')
  // The connection is kept and reused.
  const next = await proxy(new Request('http://localhost/next'))
  expect([next.status, await next.text()]).toEqual([200, '/next'])
})

test('every cookie and every redirect reaches the visitor', async () => {
  const url = await upstream((_, response) => {
    response.writeHead(303, {
      location: 'http://elsewhere.example/',
      'set-cookie': ['a=1; Path=/', 'b=2; Expires=Thu, 01 Jan 1970 00:00:00 GMT'],
    })
    response.end()
  })
  const response = await createReverseProxy({ upstream: url })(new Request('http://localhost/'))
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe('http://elsewhere.example/')
  expect(response.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2; Expires=Thu, 01 Jan 1970 00:00:00 GMT'])
  expect(response.headers.has('connection')).toBe(false)
})

test('answers stream: the first part arrives before the last is sent', async () => {
  let finish = () => {}
  const url = await upstream((_, response) => {
    response.write('first ')
    finish = () => response.end('last')
  })
  const response = await createReverseProxy({ upstream: url })(new Request('http://localhost/'))
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader?.read())?.value).toBe('first ')
  finish()
  expect((await reader?.read())?.value).toBe('last')
})

test('an answer that exceeds the read-ahead limit arrives complete, however slowly it is read', async () => {
  const sent = Buffer.alloc(4 * 1024 * 1024, 'abcdefg')
  const url = await upstream((_, response) => response.end(sent))
  const response = await createReverseProxy({ upstream: url })(new Request('http://localhost/'))
  const pieces: Uint8Array[] = []
  for await (const piece of response.body ?? []) {
    pieces.push(piece)
    await new Promise((resolve) => void setImmediate(resolve))
  }
  expect(Buffer.concat(pieces).equals(sent)).toBe(true)
})

test('a body that is larger than the buffers between arrives whole', async () => {
  const url = await upstream(async (request, response) => {
    let length = 0
    for await (const chunk of request) length += (chunk as Buffer).length
    response.end(String(length))
  })
  const body = new Blob([new Uint8Array(3 * 1024 * 1024)]).stream()
  const init = { method: 'POST', body, duplex: 'half' as const, headers: { expect: '100-continue' } }
  const response = await createReverseProxy({ upstream: url })(new Request('http://localhost/', init))
  expect(await response.text()).toBe(String(3 * 1024 * 1024))
})

test('header values that are not ASCII are forwarded byte for byte', async () => {
  const url = await upstream((request, response) => {
    response.socket?.end(
      Buffer.concat([
        Buffer.from('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\nx-name: '),
        Buffer.from(String(request.headers['x-name']), 'latin1'),
        Buffer.from('\r\n\r\n'),
      ]),
    )
  })
  const name = Buffer.from('Zoë 李').toString('latin1')
  const request = new Request('http://localhost/', { headers: { 'x-name': name } })
  const response = await createReverseProxy({ upstream: url })(request)
  expect(response.headers.get('x-name')).toBe(name)
})

test('a slow upstream is a 504, an absent one a 502, and neither shows its address', async () => {
  const slow = await upstream(() => {})
  const failures: string[] = []
  const onFailure = (why: string) => void failures.push(why)
  const late = await createReverseProxy({ upstream: slow, timeouts, onFailure })(new Request('http://localhost/'))
  expect(late.status).toBe(504)
  const absent = new URL('http://127.0.0.1:1')
  const none = await createReverseProxy({ upstream: absent, timeouts, onFailure })(new Request('http://localhost/'))
  expect(none.status).toBe(502)
  expect(await none.text()).not.toContain('127.0.0.1')
  expect(failures).toEqual(['timeout', 'unreachable'])
})

test('when the visitor leaves, the upstream request is aborted', async () => {
  const leave = new AbortController()
  const closed = Promise.withResolvers<string>()
  const url = await upstream((_, response) => {
    response.once('close', () => closed.resolve('closed'))
    leave.abort()
  })
  await createReverseProxy({ upstream: url })(new Request('http://localhost/', { signal: leave.signal }))
  expect(await closed.promise).toBe('closed')
})

test('an empty answer is forwarded as an empty one', async () => {
  const url = await upstream((_, response) => response.writeHead(204).end())
  expect((await createReverseProxy({ upstream: url })(new Request('http://localhost/'))).status).toBe(204)
})

test('an upstream that speaks nonsense is a 502', async () => {
  const url = await upstream((_, response) => void response.socket?.end('HTTP/1.1 999 Nonsense\r\n\r\n'))
  expect((await createReverseProxy({ upstream: url })(new Request('http://localhost/'))).status).toBe(502)
})

test('an upstream that breaks off in the middle breaks off the answer', async () => {
  const url = await upstream((_, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('half', () => response.destroy())
  })
  const response = await createReverseProxy({ upstream: url })(new Request('http://localhost/'))
  await expect(response.text()).rejects.toThrow()
})
