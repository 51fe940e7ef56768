import { afterEach, beforeEach, expect, test } from 'vitest'

import {
  createHarness,
  goodPassword,
  service,
  tokenOf,
  type Answer,
  type Harness,
} from '../flows/flow-harness.fixture.ts'
import { after, startHookReceiver, webHook, type HookReceiver } from './receiver.fixture.ts'

let harness: Harness
let receiver: HookReceiver

beforeEach(async () => void (receiver = await startHookReceiver()))
afterEach(async () => {
  await harness?.stop()
  await receiver.close()
})

const ada = 'ada@example.org'
const program = (jsonnet: string) => ({ body: `base64://${Buffer.from(jsonnet).toString('base64')}` })

/** Runs a person's flow, with the headers of a browser, up to a hook whose body the program creates from `ctx`. */
async function ctxOf(
  kind: 'login' | 'registration' | 'settings',
  jsonnet = 'function(ctx) ctx + { request_cookies: ctx.request_cookies }',
  options: { readonly query?: string; readonly headers?: Record<string, string>; readonly clients?: unknown } = {},
): Promise<{ readonly flow: Answer['body']; readonly ctx: Answer['body']; readonly status: number }> {
  const { query = '', headers = {}, clients } = options
  harness = await createHarness({
    ...(clients !== undefined && { clients }),
    ...after(kind, webHook(`${receiver.url}/in`, program(jsonnet))),
  })
  const browser = harness.browser()
  if (kind !== 'registration') await harness.account(ada)
  if (kind === 'settings') await browser.signIn(ada)
  const flow = (await browser.ask(`/self-service/${kind}/browser?utm_source=mail`)).body
  const proof = { method: 'password', identifier: ada, password: goodPassword }
  const fields = {
    login: proof,
    registration: { method: 'password', traits: { email: ada }, password: goodPassword },
    settings: { method: 'profile', traits: { email: ada, name: { first: 'Ada' } } },
  }[kind]
  browser.visitor.keep(service, ['theme=dark; Path=/', '_ga=GA1.2; Path=/', '__Host-app=secret; Path=/; Secure'])
  const answer = await browser.visitor.fetch(flow.ui.action + query, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ csrf_token: tokenOf(flow), transient_payload: { plan: 'pro' }, ...fields }),
  })
  return { flow, ctx: receiver.received[0]?.body, status: answer.status }
}

const at = (value: Answer['body'], path: string) => path.split('/').reduce((inner, name) => inner?.[name], value)

/** TABLE: the contents of `ctx` at the end of each flow, in Kratos' shape. */
const shapes: readonly (readonly [string, unknown])[] = [
  ['request_method', 'POST'],
  ['request_headers/User-Agent', ['Mozilla/5.0']],
  ['request_headers/Content-Type', ['application/json']],
  ['request_headers/True-Client-Ip', ['192.0.2.7']],
  ['request_headers/Sec-Ch-Ua-Mobile', ['?0']],
  ['request_headers/user-agent', undefined],
  ['request_headers/Authorization', undefined],
  ['request_headers/Cookie', undefined],
  ['request_headers/X-Request-Id', undefined],
  ['request_cookies', { theme: 'dark', _ga: 'GA1.2' }],
  ['flow/type', 'browser'],
  ['flow/id', expect.any(String)],
  ['flow/expires_at', expect.any(String)],
  ['flow/issued_at', expect.any(String)],
  ['flow/request_url', expect.stringContaining('utm_source=mail')],
  ['flow/ui/method', 'POST'],
  ['flow/ui/nodes', []],
  ['flow/state', expect.any(String)],
  ['flow/transient_payload', { plan: 'pro' }],
  ['identity/id', expect.any(String)],
  ['identity/schema_id', 'person'],
  ['identity/schema_url', expect.stringContaining('/schemas/')],
  ['identity/state', 'active'],
  ['identity/traits/email', ada],
  ['identity/verifiable_addresses/0/value', ada],
  ['identity/recovery_addresses/0/via', 'email'],
  ['identity/metadata_public', null],
  ['identity/created_at', expect.any(String)],
  ['identity/credentials', undefined],
]

const browserHeaders = {
  'user-agent': 'Mozilla/5.0',
  'true-client-ip': '192.0.2.7',
  'sec-ch-ua-mobile': '?0',
  'x-request-id': 'r1',
  authorization: 'Basic eDp5',
}

test.each([
  ['login', 'password'],
  ['registration', 'password'],
  ['settings', 'profile'],
] as const)('a program gets the reference’s context at the end of %s @hook-context-1', async (kind, active) => {
  const { flow, ctx, status } = await ctxOf(kind, undefined, { headers: browserHeaders })
  expect(status).toBe(200)
  const own: readonly (readonly [string, unknown])[] = [
    ['request_url', `${service}/self-service/${kind}?flow=${flow.id}`],
    ['flow/active', active],
    ['flow/ui/action', flow.ui.action],
    ['flow/refresh', kind === 'login' ? false : undefined],
    ['flow/requested_aal', kind === 'login' ? 'aal1' : undefined],
    ['flow/identity/id', kind === 'settings' ? ctx.identity.id : undefined],
    ...(kind === 'registration' ? [] : [['session/identity/id', ctx.identity.id] as const]),
  ]
  const all = [...shapes, ...own]
  expect(Object.fromEntries(all.map(([path]) => [path, at(ctx, path)]))).toEqual(Object.fromEntries(all))
  expect(JSON.stringify(ctx)).not.toMatch(/ory_kratos_session|csrf_token|__Host-/)
})

test('the program of Ory’s documents that reads headers and the payload signs people in @hook-context-2', async () => {
  const jsonnet = `function(ctx) {
    agent: ctx.request_headers["User-Agent"][0],
    ip: if "True-Client-Ip" in ctx.request_headers then ctx.request_headers["True-Client-Ip"][0] else "none",
    flow_id: ctx.flow.id, user_id: ctx.identity.id, plan: ctx.flow.transient_payload.plan,
    headers: std.objectFields(ctx.request_headers), theme: ctx.request_cookies.theme }`
  const { ctx, status } = await ctxOf('login', jsonnet, { headers: browserHeaders })
  expect([status, ctx]).toMatchObject([200, { agent: 'Mozilla/5.0', ip: '192.0.2.7', plan: 'pro', theme: 'dark' }])
})

test('the configuration’s own list of headers counts, however it writes them @hook-context-3', async () => {
  const clients = { web_hook: { header_allowlist: ['x-request-id', 'USER-AGENT'] } }
  const { ctx } = await ctxOf('login', undefined, { headers: browserHeaders, clients })
  expect(ctx.request_headers).toEqual({ 'X-Request-Id': ['r1'], 'User-Agent': ['Mozilla/5.0'] })
})

test('parameters of the address that may be secrets are not in it @hook-context-4', async () => {
  const query = '&return_to=https%3A%2F%2Fapp.example.test%2F&code=123456&token=secret&state=s&id_token=jwt'
  const { flow, ctx } = await ctxOf('login', undefined, { query })
  const search = `?flow=${flow.id}&return_to=https%3A%2F%2Fapp.example.test%2F`
  expect(ctx.request_url).toBe(`${service}/self-service/login${search}`)
})

test('cookies are read for a program that names them, and never for others @hook-context-5', async () => {
  const { ctx } = await ctxOf('login', 'function(ctx) ctx')
  expect(ctx.request_cookies).toEqual({})
})

test.each([
  ['recovery', 'recovery_addresses'],
  ['verification', 'verifiable_addresses'],
] as const)('and at the end of %s, where the proof was given @hook-context-6', async (kind, list) => {
  harness = await createHarness(after(kind, webHook(`${receiver.url}/in`, program('function(ctx) ctx'))))
  const id = await harness.account(ada)
  const browser = harness.browser()
  const flow = (await browser.ask(`/self-service/${kind}/browser?utm_source=mail`)).body
  const asked = await browser.send(flow, { method: 'code', email: ada })
  await browser.send(asked.body, { method: 'code', code: await harness.codeFor(ada) })
  await harness.idle()
  const ctx = receiver.received[0]?.body
  const expected: readonly (readonly [string, unknown])[] = [
    ['request_method', 'POST'],
    ['request_url', expect.stringContaining(`/self-service/${kind}?flow=${flow.id}`)],
    ['flow/id', flow.id],
    ['flow/type', 'browser'],
    ['flow/active', 'code'],
    ['flow/state', 'passed_challenge'],
    ['flow/ui/method', 'POST'],
    ['flow/request_url', expect.stringContaining('utm_source=mail')],
    ['identity/id', id],
    ['identity/traits/email', ada],
    [`identity/${list}/0/value`, ada],
    ['identity/credentials', undefined],
  ]
  expect(Object.fromEntries(expected.map(([path]) => [path, at(ctx, path)]))).toEqual(Object.fromEntries(expected))
})
