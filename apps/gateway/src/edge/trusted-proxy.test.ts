import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { dirname } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { listen } from '../process/listen.ts'
import { openGateway } from '../projects/gateway.fixture.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** Starts a gateway on a real port of 127.0.0.1, with a reader of its request log. */
async function open(trustedProxy: string) {
  const environment = { GATEHOUSE_TRUSTED_PROXY: trustedProxy, GATEHOUSE_DEV: 'false' }
  const opened = await openGateway({ environment })
  closing.push(async () => {
    await opened.gateway.stop()
    await rm(dirname(opened.data), { recursive: true, force: true })
  })
  const listener = await listen(opened.gateway.edge, { host: '127.0.0.1', port: 0, variable: '' })
  closing.push(() => listener.close(0))
  async function ask(localAddress: string, headers: Record<string, string>): Promise<IncomingMessage> {
    const target = { host: '127.0.0.1', port: listener.port, path: '/self-service/login/api', localAddress }
    const sent = request({ ...target, headers: { host: 'localhost:4455', ...headers }, agent: false })
    sent.end()
    const [answer]: IncomingMessage[] = await once(sent, 'response')
    if (answer === undefined) throw new Error('an answer comes with its event')
    answer.resume()
    await once(answer, 'end')
    return answer
  }
  const clients = () =>
    opened.lines
      .map((line): { msg?: string; path?: string; client?: string } => JSON.parse(line))
      .filter(({ msg, path }) => msg === 'request' && path === '/self-service/login/api')
      .map(({ client }) => client)
  return { ask, clients }
}

test('a client that bypasses the proxy is known by the socket, not by X-Forwarded-For @trusted-proxy-1', async () => {
  const { ask, clients } = await open('127.0.0.1')
  for (let number = 1; number <= 70; number += 1) {
    const claimed = `198.51.100.${number}`
    await ask('127.0.0.2', { 'x-forwarded-for': claimed, 'x-real-ip': claimed, forwarded: `for=${claimed}` })
  }
  expect(clients()).toEqual(Array.from({ length: 70 }, () => '127.0.0.2'))
})

test('the proxy itself is believed', async () => {
  const { ask, clients } = await open('127.0.0.1')
  await ask('127.0.0.1', { 'x-forwarded-for': '6.6.6.6, 198.51.100.1' })
  expect(clients()).toEqual(['198.51.100.1'])
})

test('a host, a scheme and a request id are believed from the proxy alone @trusted-proxy-2', async () => {
  const { ask } = await open('127.0.0.1')
  const forged = { 'x-forwarded-host': 'evil.example', 'x-request-id': 'chosen-by-the-visitor' }
  const direct = await ask('127.0.0.2', forged)
  expect([direct.statusCode, direct.headers['x-request-id'] === 'chosen-by-the-visitor']).toEqual([200, false])
  const forwarded = await ask('127.0.0.1', forged)
  expect([forwarded.statusCode, forwarded.headers['x-request-id']]).toEqual([421, 'chosen-by-the-visitor'])
})
