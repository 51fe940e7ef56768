import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import type { outboundConnections, OutboundPurpose } from '@gatehouse/platform/outbound'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openGateway, type TestGateway } from './gateway.fixture.ts'

/** The banner of a service of this network, which every client reads on connecting. */
const banner = '220 mail-7.internal.example ESMTP build 4711'

const closing: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** Starts a listener on this machine that counts its connections. */
async function internalService() {
  const seen = { connections: 0 }
  const server = createServer((socket) => {
    seen.connections += 1
    socket.on('error', () => {})
    socket.end(`${banner}\r\n`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => void server.close())
  return { port: (server.address() as AddressInfo).port, seen }
}

let gateway: TestGateway
let project: Awaited<ReturnType<TestGateway['createProject']>>
let target: Awaited<ReturnType<typeof internalService>>

async function open(environment: Record<string, string> = {}) {
  gateway = await openGateway({ environment: { GATEHOUSE_DEV: 'false', ...environment } })
  closing.push(async () => {
    await gateway.gateway.stop()
    await rm(dirname(gateway.data), { recursive: true, force: true })
  })
  project = await gateway.createProject('Shop')
}

beforeEach(async () => {
  target = await internalService()
})

const config = '/services/identity/config'

async function configure(path: string, value: unknown): Promise<readonly [number, string]> {
  const patch = [{ op: 'add', path: `${config}${path}`, value }]
  const { status, body } = await gateway.control('PATCH', `/projects/${project.id}`, patch)
  return [status, JSON.stringify(body)]
}

/** The error of the last message's failure, as readers of the project's messages see it. */
async function messageError(): Promise<string> {
  await gateway.ask(`${project.origin}/self-service/registration/api`).then(async ({ body }) =>
    gateway.ask(`${project.origin}/self-service/registration?flow=${body.id}`, {
      method: 'POST',
      json: { method: 'password', password: 'a quite long sentence', traits: { email: 'ada@example.org' } },
    }),
  )
  const hosted = gateway.installation.projects.find(project.id)
  await hosted?.runtime.service().idle()
  const ask = async (path: string) => {
    const answer = await hosted?.runtime.admin(new Request(`http://127.0.0.1:4434/admin/courier/messages${path}`))
    return JSON.parse((await answer?.text()) ?? 'null')
  }
  const [message] = await ask('')
  return JSON.stringify((await ask(`/${message.id}`)).dispatches)
}

type OfProjects = {
  [Purpose in OutboundPurpose]: (typeof outboundConnections)[Purpose]['decidedBy'] extends 'project' ? Purpose : never
}[OutboundPurpose]

const hosts = ['127.0.0.1', 'localhost', '2130706433', '[::ffff:7f00:1]', '[::127.0.0.1]'] as const

/**
 * TABLE: points each kind of connection that a project configures at this network. Each returns the text that the
 * project's developers see. A kind that is added to the table of connections does not compile without a row here.
 */
const attacks: Readonly<Record<OfProjects, (host: string) => Promise<string>>> = {
  mail_server: async (host) => {
    const uri = `smtp://${host}:${target.port}/?disable_starttls=true`
    expect((await configure('/courier', { smtp: { connection_uri: uri } }))[0]).toBe(200)
    return messageError()
  },
  http_courier: async (host) => {
    const request_config = { url: `http://${host}:${target.port}/`, method: 'POST' }
    const channels = [{ id: 'email', type: 'http', request_config }]
    expect((await configure('/courier', { channels }))[0]).toBe(200)
    return messageError()
  },
  web_hook: async (host) => {
    const hooks = [{ hook: 'web_hook', config: { url: `http://${host}:${target.port}/`, method: 'POST' } }]
    const after = { password: { hooks } }
    expect((await configure('/selfservice/flows/registration/after', after))[0]).toBe(200)
    await expect(gateway.register(project.origin, 'ada@example.org')).rejects.toThrow('upstream_error')
    return gateway.lines.join('')
  },
  flow_services: async (host) => {
    const password = { enabled: true, config: { haveibeenpwned_enabled: true, haveibeenpwned_host: 'x' } }
    password.config.haveibeenpwned_host = `http://${host}:${target.port}`
    expect((await configure('/selfservice/methods/password', password))[0]).toBe(200)
    await gateway.register(project.origin, 'ada@example.org')
    const issuer_url = `https://${host}:${target.port}`
    const provider = { id: 'inside', provider: 'generic', client_id: 'x', client_secret: 'y', issuer_url }
    const oidc = { enabled: true, config: { providers: [provider] } }
    expect((await configure('/selfservice/methods/oidc', oidc))[0]).toBe(200)
    const { body: flow } = await gateway.ask(`${project.origin}/self-service/login/api`)
    const json = { method: 'oidc', provider: 'inside' }
    const url = `${project.origin}/self-service/login?flow=${flow.id}`
    const { body } = await gateway.ask(url, { method: 'POST', json })
    return JSON.stringify(body) + gateway.lines.join('')
  },
  connection_probe: async (host) => {
    const connections = gateway.installation.projects.find(project.id)?.runtime.service().connections
    const issuerUrl = `https://${host}:${target.port}`
    const wanted = { kind: 'generic', issuerUrl, tenant: undefined, clientId: 'x', clientSecret: 'y', redirectUri: 'z' }
    const outcome = await connections?.probe(wanted)
    expect(outcome).toEqual({ kind: 'faulty', fault: 'private' })
    return JSON.stringify(outcome)
  },
  document: async (host) => {
    const schemas = [{ id: 'person', url: `http://${host}:${target.port}/` }]
    const [status, shown] = await configure('/identity', { default_schema_id: 'person', schemas })
    expect(status).toBe(400)
    return shown
  },
  event_stream: async (host) => {
    const streams = `/projects/${project.id}/eventstreams`
    const https_endpoint = `https://${host}:${target.port}/`
    const made = await gateway.control('POST', streams, { type: 'https', https_endpoint })
    if (made.status !== 201) return JSON.stringify(made.body)
    return JSON.stringify((await gateway.control('POST', `${streams}/${made.body.id}/test`)).body)
  },
  event_topic: async (host) => {
    const topic_arn = `arn:aws:sns:${host}:${target.port}:topic`
    const role_arn = 'arn:aws:iam::123456789012:role/events'
    const made = await gateway.control('POST', `/projects/${project.id}/eventstreams`, {
      type: 'sns',
      topic_arn,
      role_arn,
    })
    expect(made.status).toBe(400)
    return JSON.stringify(made.body)
  },
}

describe.each(Object.entries(attacks))('a project that points its %s at this network', (_purpose, attack) => {
  test.each(hosts)('cannot connect to this network, and sees none of its answers: %s @outbound-1', async (host) => {
    await open()
    const shown = await attack(host)
    expect(target.seen.connections).toBe(0)
    for (const word of ['internal.example', 'ESMTP']) expect(shown).not.toContain(word)
  })
})

test('a project’s message that was refused by the guard reports that, and nothing else', async () => {
  await open()
  const shown = await attacks.mail_server('127.0.0.1')
  expect(JSON.parse(shown)[0].error).toEqual({
    kind: 'connection',
    message: 'the address is not on the public internet; nothing was sent',
  })
})

test('the mail server that the operator has named may be in this network, for that project as well @outbound-2', async () => {
  await open({ GATEHOUSE_SMTP_URL: `smtp://127.0.0.1:${target.port}/?disable_starttls=true` })
  const shown = await messageError()
  expect(target.seen.connections).toBe(1)
  // The error hides the server's words: readers of the messages need not be its operators.
  expect(shown).toContain('mail server')
  for (const word of ['internal.example', 'ESMTP']) expect(shown).not.toContain(word)
})
