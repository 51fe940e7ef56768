import { once } from 'node:events'
import { createServer } from 'node:http'

import { freePort } from '@gatehouse/testing/processes'
import { emailTrait, schemaOf } from '@gatehouse/testing/journeys'
import { startMailbox } from '@gatehouse/testing/receivers'
import { exportJWK, generateKeyPair } from 'jose'
import { expect, onTestFinished, test, vi } from 'vitest'

import { createHarness, goodPassword, type Harness } from './flows/flow-harness.fixture.ts'
import { createProviderHarness } from './strategies/oidc/oidc.fixture.ts'
import { startHookReceiver } from './web-hooks/receiver.fixture.ts'

/** Prepares a server that does not run yet. `open` starts it; unknown documents are answered with 503. */
async function neighbour() {
  const port = await freePort()
  const documents: Record<string, string> = {}
  const asked: string[] = []
  const server = createServer(({ url = '' }, answer) => {
    asked.push(url)
    answer.writeHead(documents[url] === undefined ? 503 : 200).end(documents[url])
  })
  onTestFinished(async () => {
    server.closeAllConnections()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  })
  return {
    url: (path: string) => `http://127.0.0.1:${port}${path}`,
    asked,
    open: async (given: Readonly<Record<string, string>>) => {
      Object.assign(documents, given)
      if (server.listening) return
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
  }
}

async function opened(configuration: Parameters<typeof createHarness>[0]) {
  const harness = await createHarness(configuration)
  onTestFinished(() => harness.stop())
  return harness
}

const staff = schemaOf({ email: emailTrait('Email'), badge: { type: 'string', maxLength: 3 } })
const base64 = (document: object) => `base64://${Buffer.from(JSON.stringify(document)).toString('base64')}`
const email = 'ada@example.org'

/** Repeats a request until it has the status; returns the last answer. */
const until = (status: number, ask: () => Promise<{ readonly status: number }>) =>
  vi.waitFor(async () => expect((await ask()).status).toBe(status), { timeout: 15_000 })

const registration = (harness: Harness) => harness.app().ask('/self-service/registration/api?identity_schema=staff')

test('an identity schema that is missing at start refuses only requests that need it, and is used once it is loaded @far-documents-1', async () => {
  const far = await neighbour()
  const person = schemaOf({ email: emailTrait('Email') })
  const schemas = [
    { id: 'person', url: base64(person) },
    { id: 'staff', url: far.url('/staff'), selfservice_selectable: true },
  ]
  const harness = await opened({ identity: { default_schema_id: 'person', schemas } })
  const about = harness.configurationWarnings.filter((warning) => warning.includes('identity.schemas.1.url'))
  expect(about).toEqual([
    expect.stringContaining(`cannot be downloaded from ${far.url('/staff')}: the connection was refused`),
  ])

  await harness.account(email)
  const browser = harness.browser()
  const login = (await browser.ask('/self-service/login/browser')).body
  const proof = { method: 'password', identifier: email, password: goodPassword }
  expect((await browser.send(login, proof)).status).toBe(200)

  const refused = await registration(harness)
  expect(refused.status).toBe(503)
  expect(refused.body.error.reason).toContain('"staff" is not there yet')
  const wanted = { schema_id: 'staff', traits: { email: 'grace@example.org', badge: '12' } }
  expect((await harness.admin('POST', '/identities', wanted)).status).toBe(503)
  expect((await harness.app().ask('/schemas/staff')).status).toBe(503)
  expect((await harness.app().ask('/schemas/person')).status).toBe(200)
  expect((await harness.app().ask('/health/ready')).status).toBe(200)

  await far.open({})
  expect((await registration(harness)).status).toBe(503)
  await far.open({ '/staff': JSON.stringify(staff) })
  await until(200, () => registration(harness))
  expect((await harness.app().ask('/schemas/staff')).body).toEqual(staff)
  const tooLong = { ...wanted, traits: { ...wanted.traits, badge: '1234' } }
  expect((await harness.admin('POST', '/identities', tooLong)).status).toBe(400)
  expect((await harness.admin('POST', '/identities', wanted)).status).toBe(201)
  expect(far.asked.filter((path) => path === '/staff').length).toBeLessThan(20)
  expect(harness.warnings).toEqual([])
})

test('the default schema may be loaded later, and an unusable one is reported once @far-documents-2', async () => {
  const far = await neighbour()
  const schemas = [
    { id: 'person', url: far.url('/person') },
    { id: 'other', url: far.url('/other') },
  ]
  const harness = await opened({ identity: { default_schema_id: 'person', schemas } })
  const ask = () => harness.app().ask('/self-service/registration/api')
  expect((await ask()).status).toBe(503)
  expect((await harness.app().ask('/self-service/login/api')).status).toBe(200)
  await far.open({ '/person': JSON.stringify(staff), '/other': '{"properties":' })
  await until(200, ask)
  expect(JSON.stringify((await ask()).body.ui.nodes)).toContain('traits.badge')
  await vi.waitFor(() => expect(harness.warnings).toEqual([expect.stringContaining('identity.schemas.1.url')]))
  expect(harness.warnings[0]).toContain('not valid JSON')
  expect((await harness.app().ask('/schemas/other')).status).toBe(503)
  expect((await harness.app().ask('/schemas/other')).status).toBe(503)
  expect(harness.warnings).toHaveLength(1)
})

test('a claims mapper that is missing at start refuses only sign-ins with its provider @far-documents-3', async () => {
  const far = await neighbour()
  const harness = await createProviderHarness({}, { mapper_url: far.url('/mapper') })
  onTestFinished(() => harness.stop())
  harness.provider.signInAs({ sub: 'ada-1', email, email_verified: true })
  const come = async (provider: string) => {
    const browser = harness.browser()
    const start = (await browser.ask('/self-service/login/browser')).body
    const back = await harness.providerDetails(browser, await browser.send(start, { provider }))
    const id = new URL(back.location ?? '').searchParams.get('flow')
    const texts = id === null ? [] : (await browser.ask(`/self-service/login/flows?id=${id}`)).body.ui.messages
    return { status: (await browser.whoami()).status, texts }
  }
  const kept = await come('corp')
  expect(kept.status).toBe(401)
  expect(kept.texts).toMatchObject([{ text: expect.stringContaining('not possible at the moment') }])
  expect((await come('other')).status).toBe(200)
  harness.provider.signInAs({ sub: 'grace-1', email: 'grace@example.org', email_verified: true })
  await far.open({ '/mapper': "{ identity: { traits: { email: std.extVar('claims').email } } }" })
  await until(200, () => come('corp'))
})

test('programs of web hooks, keys and mappers of tokens, and templates come when they are needed @far-documents-4', async () => {
  const [far, hooks, mailbox] = [await neighbour(), await startHookReceiver(), await startMailbox()]
  onTestFinished(() => hooks.close())
  onTestFinished(() => mailbox.close())
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const keys = { keys: [{ ...(await exportJWK(privateKey)), alg: 'ES256', kid: 'ec-1' }] }
  const hook = { url: `${hooks.url}/hook`, method: 'POST', body: far.url('/body') }
  const text = { email: { subject: far.url('/subject') } }
  const harness = await opened({
    session: {
      whoami: {
        tokenizer: { templates: { app: { jwks_url: far.url('/keys'), claims_mapper_url: far.url('/mapper') } } },
      },
    },
    selfservice: { flows: { login: { after: { password: { hooks: [{ hook: 'web_hook', config: hook }] } } } } },
    courier: { smtp: { connection_uri: mailbox.uri }, templates: { recovery_code: { valid: text } } },
  })
  harness.start()
  expect(harness.configurationWarnings.filter((warning) => warning.includes('cannot be downloaded'))).toHaveLength(4)
  await harness.account(email)
  const app = harness.app()
  const signIn = async () => {
    const flow = (await app.ask('/self-service/login/api')).body
    return app.send(flow, { method: 'password', identifier: email, password: goodPassword })
  }
  await signIn()
  expect(hooks.received).toEqual([])
  const recover = async () => {
    const flow = (await app.ask('/self-service/recovery/api')).body
    await app.send(flow, { method: 'code', email })
    await harness.idle()
    return mailbox.all().at(-1)?.subject
  }
  expect(await recover()).toContain('recover your account')
  await far.open({
    '/body': 'function(ctx) { who: ctx.identity.traits.email }',
    '/keys': JSON.stringify(keys),
    '/mapper': "{ claims: { mail: std.extVar('session').identity.traits.email } }",
    '/subject': 'Ours for {{ .To }}',
  })
  await until(200, signIn)
  await vi.waitFor(async () => {
    await signIn()
    expect(hooks.received.at(-1)?.body).toEqual({ who: email })
  })
  const token = String((await signIn()).body.session_token)
  const whoami = () =>
    harness.raw(
      new Request('http://id.example.test/sessions/whoami?tokenize_as=app', { headers: { 'x-session-token': token } }),
    )
  await until(200, whoami)
  const { tokenized } = (await (await whoami()).json()) as { tokenized: string }
  expect(JSON.parse(Buffer.from(tokenized.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({ mail: email })
  expect(await recover()).toBe(`Ours for ${email}`)
})

test('a document that can never be loaded stops the start @far-documents-5', async () => {
  const identity = (url: string) => ({ identity: { default_schema_id: 'person', schemas: [{ id: 'person', url }] } })
  await expect(createHarness(identity('file:///nowhere/person.json'))).rejects.toThrow('no readable file')
  await expect(
    createHarness({ ...identity('http://127.0.0.1:9/'), clients: { http: { disallow_private_ip_ranges: true } } }),
  ).rejects.toThrow('not on the public internet')
  const far = await neighbour()
  await far.open({ '/wrong': '[]' })
  await expect(createHarness(identity(far.url('/wrong')))).rejects.toThrow('no JSON Schema')
})
