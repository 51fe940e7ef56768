import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createGuardedFetch, elsewhere } from './guarded-fetch.ts'

let server: Server
let url: string
const seen: string[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    if (request.url === '/away') response.writeHead(302, { location: 'http://127.0.0.1/' }).end()
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
})

afterAll(async () => {
  await once(server.close(), 'close')
})

function fetchUnder(exceptions: readonly string[]) {
  const outbound = {
    allowPrivate: false,
    allowPrivateElsewhere: false,
    privateExceptions: exceptions,
    headersForHooks: [],
  }
  return createGuardedFetch({ allowPrivate: elsewhere(outbound), timeoutMs: 5_000 })
}

test.each(['', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '169.254.169.254', '10.0.0.1'])(
  'a configuration that says no private addresses reaches none: %s',
  async (host) => {
    const target = host === '' ? url : `http://${host}:${new URL(url).port}/`
    await expect(fetchUnder([])(target)).rejects.toThrow('private')
    expect(seen).toEqual([])
  },
)

test('addresses it makes an exception for are reached, with method, body and content type', async () => {
  const answer = await fetchUnder([`${url}/**`])(`${url}/token`, {
    method: 'POST',
    body: new URLSearchParams({ a: 'b' }),
  })
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(await answer.json()).toEqual({ ok: true })
  expect(seen).toEqual(['POST /token'])
})

test('where somebody else would lead is not gone to', async () => {
  const answer = await fetchUnder([`${url}/**`])(`${url}/away`)
  expect(answer.status).toBe(302)
})
