import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { listen, type Listener, type NetworkHandler } from './listen.ts'

const opened: Listener[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((listener) => listener.close(0)))
})

async function open(handler: NetworkHandler, host = '127.0.0.1'): Promise<Listener> {
  const listener = await listen(handler, { host, port: 0, variable: 'TEST_PORT' })
  opened.push(listener)
  return listener
}

function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')))
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
    socket.setTimeout(5_000, () => socket.destroy(new Error('no answer')))
  })
}

const echo: NetworkHandler = async (request, address) => new Response(`${request.url} ${address}`)
const status = (answer: string) => Number(answer.split(' ')[1])

test('a handler gets the URL and the address of the other end', async () => {
  const { port } = await open(echo)
  const answer = await (await fetch(`http://127.0.0.1:${port}/login?flow=1`)).text()
  expect(answer).toBe(`http://127.0.0.1:${port}/login?flow=1 127.0.0.1`)
})

test('a header that contains a line end is not written, nor anything after it @listen-1', async () => {
  const { port } = await open(async () => {
    const headers = new Headers({ 'x-reported': 'a\r\nset-cookie: stolen=1' })
    return new Response('reported', { headers })
  })
  const answer = await sendRaw(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  expect(status(answer)).toBe(500)
  expect(answer).not.toContain('stolen')
})

test('a request that is created from the request has the headers that a handler changed', async () => {
  const { port } = await open(async (request) => {
    request.headers.set('x-forwarded-for', '192.0.2.7')
    request.headers.delete('x-real-ip')
    const made = new Request(request, { method: 'POST', body: await request.text() })
    const reported = ({ headers }: Request) => [headers.get('x-forwarded-for'), headers.get('x-real-ip')]
    return Response.json([...reported(request), ...reported(made), ...reported(made.clone())])
  })
  const headers = { 'x-forwarded-for': '6.6.6.6', 'x-real-ip': '6.6.6.6' }
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: 'body' })
  expect(await answer.json()).toEqual(['192.0.2.7', null, '192.0.2.7', null, '192.0.2.7', null])
})

test('headers that were sent more than once are joined, cookies as cookies', async () => {
  const { port } = await open(async ({ headers }) =>
    Response.json([headers.get('x-twice'), headers.get('cookie'), headers.get('__proto__'), headers.has('absent')]),
  )
  const lines = ['Host: a', 'X-Twice: one', 'x-twice: two', 'Cookie: a=1', 'cookie: b=2', 'Connection: close']
  const answer = await sendRaw(port, ['GET / HTTP/1.1', ...lines, '', ''].join('\r\n'))
  expect(answer).toContain(JSON.stringify(['one, two', 'a=1; b=2', null, false]))
})

test('localhost is both addresses of this machine', async () => {
  const { port } = await open(echo, 'localhost')
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
  expect((await fetch(`http://localhost:${port}/`)).status).toBe(200)
})

test.each([
  ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['two Hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n'],
  ['a Host that is none', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'],
  ['a Host with a path', 'GET / HTTP/1.1\r\nHost: a/b@c\r\nConnection: close\r\n\r\n'],
  ['a target without a slash', 'GET login HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
  ['a backslash', 'GET /\\evil.example HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
  ['a NUL in the target', 'GET /a\0b HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
  ['a NUL in a header', 'GET / HTTP/1.1\r\nHost: a\r\nX: a\0b\r\nConnection: close\r\n\r\n'],
  ['a broken absolute target', 'GET http:// HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
  [
    'two lengths',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\nConnection: close\r\n\r\nab',
  ],
  [
    'length and chunks',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n',
  ],
  ['no HTTP', 'hello\r\n\r\n'],
])('%s is a 400 without a stack', async (_, text) => {
  const { port } = await open(echo)
  const answer = await sendRaw(port, text)
  expect(status(answer)).toBe(400)
  expect(answer).not.toMatch(/at .*\.(?:ts|js|mjs)/)
})

test('TRACE is refused and echoes nothing @listen-2', async () => {
  const { port } = await open(async () => new Response('answered'))
  const answer = await sendRaw(
    port,
    'TRACE / HTTP/1.1\r\nhost: localhost\r\ncookie: secret=1\r\nconnection: close\r\n\r\n',
  )
  expect(answer).toMatch(/^HTTP\/1\.1 (400|405|501) /)
  expect(answer).not.toContain('secret=1')
})

test('huge headers are a 431', async () => {
  const { port } = await open(echo)
  const answer = await sendRaw(port, `GET / HTTP/1.1\r\nHost: a\r\nCookie: ${'x'.repeat(40_000)}\r\n\r\n`)
  expect(status(answer)).toBe(431)
})

test('a connection that was opened ahead and never used is closed silently; one that was used is kept @listen-3', async () => {
  const listener = await listen(echo, { host: '127.0.0.1', port: 0, variable: 'TEST_PORT', silentMs: 50 })
  opened.push(listener)
  const ahead = connect(listener.port, '127.0.0.1')
  const used = connect(listener.port, '127.0.0.1')
  const answered = async () => {
    used.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    const [chunk] = await once(used, 'data')
    return status(String(chunk))
  }
  expect(await answered()).toBe(200)
  expect(await text(ahead)).toBe('')
  expect(await answered()).toBe(200)
  used.destroy()
})

test('a port in use is reported with the setting', async () => {
  const { port } = await open(echo)
  const again = listen(echo, { host: '127.0.0.1', port, variable: 'TEST_PORT' })
  await expect(again).rejects.toThrow(/is in use by another program[\s\S]*TEST_PORT/)
})

test('a closing listener lets a pending request finish, and does not wait for its connection to be used again', async () => {
  const arrived = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  const listener = await open(async () => {
    arrived.resolve()
    await go.promise
    return new Response('done')
  })
  const answer = fetch(`http://127.0.0.1:${listener.port}/`)
  await arrived.promise
  // Longer than any test may take: only the end of the request closes it.
  const closed = listener.close(3_600_000)
  go.resolve()
  expect(await (await answer).text()).toBe('done')
  await closed
})

test.each([
  ['http://127.0.0.1:4434/admin/identities', 'evil.example'],
  ['http://localhost/admin/identities', 'evil.example:4434'],
  ['http://evil.example/admin/identities', '127.0.0.1:4434'],
  ['https://127.0.0.1:4434/admin/identities', '127.0.0.1:4434'],
  ['evil.example/admin/identities', '127.0.0.1:4434'],
  ['http://127.0.0.1:4435/admin/identities', '127.0.0.1:4434'],
])(
  'an address that names another host than the Host header reaches no handler: %s and %s @listen-4',
  async (target, host) => {
    const asked: string[] = []
    const { port } = await open(async ({ url }) => (asked.push(url), new Response('admin')))
    const answer = await sendRaw(port, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    expect([400, 421]).toContain(status(answer))
    expect(asked).toEqual([])
  },
)

test('an address in absolute form that names the same host is served', async () => {
  const { port } = await open(echo)
  const request = 'GET http://Example.org:80/a HTTP/1.1\r\nHost: example.org\r\nConnection: close\r\n\r\n'
  expect(status(await sendRaw(port, request))).toBe(200)
})
