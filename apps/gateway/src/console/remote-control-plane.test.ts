import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { createControlPlaneClient } from '@gatehouse/client/control-plane'
import { documentedOperations } from '@gatehouse/control-plane/documentation'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: Server
let baseUrl = ''
let seen: { readonly line: string; readonly key: string | undefined; readonly body: string } | undefined
// The status of the next answer.
let status = 200

beforeAll(async () => {
  server = createServer((request, response) => {
    void textOf(request).then((body) => {
      seen = { line: `${request.method} ${request.url}`, key: request.headers.authorization, body }
      // 0: the connection breaks in the middle of the answer. -1: there is no answer.
      if (status === 0) {
        response.writeHead(200, { 'content-length': '100' }).write('{')
        setImmediate(() => response.destroy())
      }
      if (status <= 0) return
      response.writeHead(status, { 'content-type': 'application/json', location: 'https://evil.example/' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/plane`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

async function textOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}

const call = {
  method: 'GET',
  path: '/projects/{project_id}',
  params: { project_id: 'shop' },
} as const

test.each(documentedOperations())('$operation calls $method $path, with the key and the body', async (row) => {
  status = 200
  const client = createControlPlaneClient({ baseUrl, key: 'gwk_hush' })
  const names = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const params = Object.fromEntries(names.map((name) => [name, `${name}/ä`]))
  const hasBody = row.method !== 'GET' && row.method !== 'DELETE'
  const body = hasBody ? { unknown_to_the_client: true } : undefined
  const query = { page_size: '2', also: 'this' }
  const { method, path } = row
  const answer = await client.call({ method: methodOf(method), path, params, query, body })
  expect(answer.kind).toBe('answered')
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(`${name}/ä`))
  expect(seen).toEqual({
    line: `${method} /plane${filled}?page_size=2&also=this`,
    key: 'Bearer gwk_hush',
    body: hasBody ? '{"unknown_to_the_client":true}' : '',
  })
})

function methodOf(method: string) {
  const known = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).find((one) => one === method)
  if (known === undefined) throw new Error(`no method: ${method}`)
  return known
}

test('a redirect is an answer, and the key does not follow it @remote-control-plane-1', async () => {
  status = 302
  const client = createControlPlaneClient({ baseUrl, key: 'gwk_hush' })
  const answer = await client.call(call)
  expect(answer.kind === 'answered' && answer.response.status).toBe(302)
})

test.each([
  [0, 'unreachable'],
  [-1, 'timed_out'],
] as const)('what breaks off, and what never comes, is said as such (%s)', async (given, kind) => {
  status = given
  const client = createControlPlaneClient({ baseUrl, key: 'gwk_hush', timeoutMs: given === -1 ? 50 : 5_000 })
  expect((await client.call(call)).kind).toBe(kind)
})

test('no service listens there', async () => {
  const client = createControlPlaneClient({ baseUrl: 'http://127.0.0.1:1', key: 'gwk_hush' })
  expect((await client.call(call)).kind).toBe('unreachable')
})
