import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startGateway, type GatewayProcess } from '@gatehouse/testing/processes'
import { createReceiver, startMailbox } from '@gatehouse/testing/receivers'
import { afterEach, expect, test } from 'vitest'
import { exchange } from '../workers/workers.fixture.ts'
import { startCollector, type CollectedSpan } from './collector.fixture.ts'
import { startRecorder } from './recorder.fixture.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
const caller = '00f067aa0ba902b7'
const given = { traceparent: `00-${trace}-${caller}-00`, tracestate: 'vendor=opaque' }
const email = 'ada@example.com'
const password = 'analytical-engine-1843'

const schema = {
  $id: 'https://example.org/person.json',
  type: 'object',
  properties: {
    traits: {
      type: 'object',
      properties: {
        email: {
          type: 'string',
          'ory.sh/kratos': { credentials: { password: { identifier: true } }, verification: { via: 'email' } },
        },
      },
    },
  },
}

/** A gateway with a mail server, web hooks and an event stream; a person signs up in a trace, and all is delivered. */
async function signUpInTrace(environment: Readonly<Record<string, string | undefined>>) {
  const mailbox = await startMailbox()
  closing.push(() => mailbox.close())
  const hooks = await createReceiver()
  const stream = await createReceiver()
  closing.push(hooks.close, stream.close)
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-traces-'))
  closing.push(() => rmSync(folder, { recursive: true }))
  const hook = (name: string, response: object) => ({
    hook: 'web_hook',
    config: { url: `${hooks.url}/${name}`, method: 'POST', response },
  })
  const secrets = ['a-secret-of-32-characters-exactly']
  const config = {
    dsn: `sqlite://${join(folder, 'identity.sqlite')}`,
    identity: {
      default_schema_id: 'person',
      schemas: [{ id: 'person', url: `base64://${Buffer.from(JSON.stringify(schema)).toString('base64')}` }],
    },
    selfservice: {
      default_browser_return_url: 'http://localhost:4455/',
      methods: { password: { enabled: true, config: { haveibeenpwned_enabled: false } }, code: { enabled: true } },
      flows: {
        verification: { enabled: true, use: 'code' },
        registration: {
          enabled: true,
          after: { password: { hooks: [hook('waits', {}), hook('later', { ignore: true }), { hook: 'session' }] } },
        },
      },
    },
    courier: { smtp: { connection_uri: mailbox.uri, from_address: 'no-reply@example.org' } },
    hashers: { algorithm: 'bcrypt', bcrypt: { cost: 4 } },
    secrets: { default: secrets, cookie: secrets, cipher: ['a-secret-of-32-characters-wholly'] },
  }
  const file = join(folder, 'kratos.yml')
  writeFileSync(file, JSON.stringify(config))
  const gateway = await startGateway({
    environment: { GATEHOUSE_IDENTITY_CONFIG: file, LOG_LEVEL: 'info', ...environment },
  })
  closing.push(() => gateway.kill())
  await addStream(gateway, stream.url)

  const flow = await (await fetch(`${gateway.origin}/self-service/registration/api`)).json()
  const answer = await fetch(`${gateway.origin}/self-service/registration?flow=${flow.id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...given },
    body: JSON.stringify({ method: 'password', password, traits: { email } }),
  })
  const { session_token: token } = await answer.json()
  expect(answer.status).toBe(200)
  await mailbox.next({ to: email })
  const events = () => stream.received.filter(({ body }) => body.includes('"RegistrationSucceeded"'))
  await expect.poll(() => [hooks.received.length, events().length], { timeout: 20_000 }).toEqual([2, 1])
  return { gateway, flow: String(flow.id), token: String(token), hooks: hooks.received, event: events()[0] }
}

async function addStream(gateway: GatewayProcess, url: string): Promise<void> {
  const key = readFileSync(join(gateway.dataFolder, 'workspace-api-key'), 'utf8').trim()
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const [project] = await (await fetch(`${gateway.consoleOrigin}/projects`, { headers })).json()
  const made = await fetch(`${gateway.consoleOrigin}/projects/${project.id}/eventstreams`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ type: 'https', https_endpoint: url }),
  })
  expect(made.status).toBe(201)
}

test('a sign-up is one trace from the caller to hooks, mail and stream; remaining spans are sent at the end, and contain no secret @traces-1', async () => {
  const collector = await startCollector()
  closing.push(() => collector.close())
  const { gateway, flow, token, hooks, event } = await signUpInTrace({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector-key',
    OTEL_SERVICE_NAME: 'sign-in',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    // Spans are sent only at the end of the process.
    OTEL_BSP_SCHEDULE_DELAY: '600000',
  })
  expect(collector.spans).toEqual([])
  expect(await gateway.stop()).toBe(0)
  expect(collector.requests).toContainEqual({ path: '/v1/traces', authorization: 'Bearer collector-key' })

  const own = collector.spans.filter(({ traceId }) => traceId === trace)
  const one = (name: string): CollectedSpan => {
    const [found, ...more] = own.filter((span) => span.name === name)
    expect([name, found === undefined, more]).toEqual([name, false, []])
    return found as CollectedSpan
  }
  const edge = one('POST identity')
  expect(edge).toMatchObject({ parentId: caller, kind: 2, traceState: 'vendor=opaque' })
  expect(edge.attributes).toMatchObject({ 'gatehouse.route': 'identity', 'http.response.status_code': '200' })
  expect(edge.resource).toMatchObject({ 'service.name': 'sign-in', 'deployment.environment.name': 'test' })
  const call = one('POST /self-service/registration')
  expect(call.parentId).toBe(edge.spanId)
  expect(own.filter(({ name }) => name.endsWith('unit of work')).length).toBeGreaterThan(0)
  for (const name of ['deliver message', 'deliver web hook']) expect(one(name).kind).toBe(5)
  const ofEvent = own.find(({ attributes }) => attributes['gatehouse.event'] === 'RegistrationSucceeded')
  const posted = own.find(({ parentId, name }) => parentId === ofEvent?.spanId && name === 'POST event_stream')
  // The log contains the id of the trace.
  expect(gateway.logs()).toContain(`"trace":"${trace}"`)

  // The called server learns the calling span.
  const calls = own.filter(({ name }) => name === 'POST web_hook')
  const traceparents = [...hooks, event].map((received) => String(received?.headers['traceparent']))
  const callers = [...calls, posted].map((span) => `00-${trace}-${span?.spanId}-01`)
  expect(traceparents.toSorted()).toEqual(callers.toSorted())
  expect(event?.headers['tracestate']).toBe('vendor=opaque')
  expect(JSON.parse(event?.body ?? '')).toMatchObject({ traceparent: expect.stringContaining(trace) })

  const all = JSON.stringify(collector.spans)
  expect(collector.spans.length).toBeGreaterThan(10)
  for (const secret of [email, 'example.com', password, flow, token, 'collector-key']) expect(all).not.toContain(secret)
})

test('without a collector the trace of a request is passed on unchanged to hooks and streams @traces-2', async () => {
  const { gateway, hooks, event } = await signUpInTrace({
    OTEL_EXPORTER_OTLP_ENDPOINT: undefined,
    OTEL_TRACES_EXPORTER: undefined,
  })
  for (const received of [...hooks, event]) expect(received?.headers).toMatchObject(given)
  expect(gateway.logs()).toContain(`"trace":"${trace}"`)
})

test('every worker sends its spans, and Kratos and Hydra learn the trace of the page that asks them @traces-3', async () => {
  const engine = await startRecorder()
  const collector = await startCollector()
  closing.push(engine.close, () => collector.close())
  const gateway = await startGateway({
    environment: {
      KRATOS_PUBLIC_URL: engine.url,
      HYDRA_ADMIN_URL: engine.url,
      GATEHOUSE_DEV: 'false',
      GATEHOUSE_WORKERS: '2',
      GATEHOUSE_DRAIN_SECONDS: '0',
      LOG_LEVEL: 'info',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      // A visitor does not decide the recording: their flag can neither enable nor disable it.
      OTEL_TRACES_SAMPLER: 'parentbased_always_on',
    },
  })
  closing.push(() => gateway.kill())
  await expect.poll(() => gateway.logs().match(/a worker serves/g)?.length, { timeout: 20_000 }).toBe(2)
  // Each request has a new connection, so that every worker gets some.
  for (let asked = 0; asked < 30; asked += 1) await exchange(`${gateway.origin}/login`, { headers: given })
  await exchange(`${gateway.origin}/consent?consent_challenge=secret-challenge`, { headers: given })
  await exchange(`${gateway.origin}/self-service/login/browser?refresh=true`, { headers: given })
  expect(await gateway.stop()).toBe(0)

  const own = collector.spans.filter(({ traceId }) => traceId === trace)
  expect(new Set(own.map(({ resource }) => resource['process.pid'])).size).toBe(2)
  const calls = new Map(own.map((span) => [span.spanId, span.name]))
  /** Returns the callers of this path within the trace; the checks at the start call some paths as well. */
  const callersOf = (path: string) =>
    engine.requests
      .filter((asked) => asked.path.startsWith(path) && asked.traceparent?.startsWith(`00-${trace}-`))
      .map(({ traceparent }) => calls.get(traceparent?.slice(36, 52) ?? ''))
  expect(callersOf('/self-service/login/browser')).toEqual(Array.from({ length: 31 }, () => 'GET identity_engine'))
  expect(callersOf('/admin/oauth2/auth/requests/consent')).toEqual(['GET oauth2_server'])
  expect(JSON.stringify(collector.spans)).not.toContain('secret-challenge')
})
