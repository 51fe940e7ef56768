import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startGateway, startServerHere, type GatewayProcess } from '@gatehouse/testing/processes'
import { afterEach, expect, test } from 'vitest'

interface Delivered {
  readonly id: string
  readonly type: string
  readonly source: string
  readonly sequence: number
  readonly identity_id: string | null
  readonly project_id: string
}

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** A receiver of events on this machine; answers 503 to every fifth. */
async function startReceiver() {
  const received: Delivered[] = []
  const { url, close } = await startServerHere((request, response) => {
    void request.toArray().then((chunks: Buffer[]) => {
      received.push(JSON.parse(Buffer.concat(chunks).toString('utf8')))
      response.writeHead(received.length % 5 === 0 ? 503 : 204).end()
    })
  })
  closing.push(close)
  return { received, url: `${url}/events` }
}

function controlPlane(gateway: GatewayProcess) {
  const key = readFileSync(join(gateway.dataFolder, 'workspace-api-key'), 'utf8').trim()
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  return (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
    fetch(gateway.consoleOrigin + path, {
      method,
      headers: { ...headers, ...more },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
}

async function createAccount(gateway: GatewayProcess, number: number): Promise<string> {
  const answer = await fetch(`${gateway.adminOrigin}/admin/identities`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ schema_id: '', traits: { email: `person-${number}@example.org` } }),
  })
  const body = await answer.text()
  if (answer.status !== 201) throw new Error(body)
  const { id }: { id: string } = JSON.parse(body)
  return id
}

test('events of people reach a stream, although the gateway was killed in between', async () => {
  const { received, url } = await startReceiver()
  const first = await startGateway()
  closing.push(() => rm(first.dataFolder, { recursive: true, force: true }))
  closing.push(() => first.kill())
  const call = controlPlane(first)
  const [project]: { id: string }[] = await (await call('GET', '/projects')).json()
  if (!project) throw new Error('there is a first project')
  const made = await call('POST', `/projects/${project.id}/eventstreams`, { type: 'https', https_endpoint: url })
  expect(made.status).toBe(201)
  const ids: string[] = []
  for (let number = 0; number < 30; number += 1) ids.push(await createAccount(first, number))
  await first.kill()

  const second = await startGateway({ dataFolder: first.dataFolder })
  closing.push(() => second.stop())
  for (let number = 30; number < 40; number += 1) ids.push(await createAccount(second, number))
  const delivered = () =>
    new Set(received.filter(({ type }) => type === 'IdentityCreated').map((event) => event.identity_id))
  await expect.poll(() => ids.filter((id) => !delivered().has(id)).length, { timeout: 60_000, interval: 100 }).toBe(0)
  expect(new Set(received.map((event) => event.project_id))).toEqual(new Set([project.id]))
  expect(received.some(({ type }) => type === 'EventStreamCreated')).toBe(true)
}, 240_000)

test('the live tail and the history show events, at the console’s origin', async () => {
  const gateway = await startGateway()
  closing.push(() => gateway.stop())
  const call = controlPlane(gateway)
  const [project]: { id: string }[] = await (await call('GET', '/projects')).json()
  const path = `/projects/${project?.id}`
  const tail = await call('GET', `${path}/events`, undefined, { accept: 'text/event-stream' })
  expect(tail.headers.get('content-type')).toContain('text/event-stream')
  const reader = tail.body?.pipeThrough(new TextDecoderStream()).getReader()
  const id = await createAccount(gateway, 1)
  let text = ''
  while (!text.includes(id)) text += (await reader?.read())?.value ?? ''
  expect(text).toContain('event: IdentityCreated')
  await reader?.cancel()
  const history = await (await call('GET', `${path}/identities/${id}/events`)).json()
  expect(history.events).toMatchObject([{ type: 'IdentityCreated', identity_id: id, project_id: project?.id }])
  const range = 'from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z&bucket=hour'
  expect((await (await call('GET', `${path}/sign-ins?${range}`)).json()).buckets).toHaveLength(24)
}, 120_000)
