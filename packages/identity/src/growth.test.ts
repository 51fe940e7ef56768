import { envelopeGrowths, formGrowths, growths, growthFaults, type Pair, type Scale } from '@gatehouse/testing/growth'
import { afterAll, describe, expect, test } from 'vitest'

import { createGrowthService } from './growth.fixture.ts'
import type { Sample } from './growth.fixture.ts'
import type { ServedRoute } from './http/served-route.ts'

const { service, samples, session, id } = await createGrowthService()
const { routes } = service.service
afterAll(() => service.service.stop())

const nameOf = ({ listener, method, path }: ServedRoute) => `${listener} ${method} ${path}`
const withBody = routes.filter(({ method }) => method !== 'GET')
const rows = withBody.flatMap((route) => (samples[nameOf(route)] ?? []).map((sample) => ({ route, sample })))

let people = 0
/** Addresses without an account, of the same length. */
const renewed = (body: string) => body.replaceAll('new.example', `n${String((people += 1)).padStart(6, '0')}.org`)

async function stored(): Promise<number> {
  const [pages, free, size] = await Promise.all(
    ['page_count', 'freelist_count', 'page_size'].map(async (name) => {
      const row = await service.database.prepare(`PRAGMA ${name}`).get()
      return Number(row?.[name])
    }),
  )
  return ((pages ?? 0) - (free ?? 0)) * (size ?? 0)
}

async function send(route: ServedRoute, path: string, init: RequestInit) {
  const isAdmin = route.listener === 'admin'
  const request = new Request(`${isAdmin ? 'http://127.0.0.1:4434/admin' : 'https://auth.example.org'}${path}`, init)
  const answer = await (isAdmin ? service.service.admin : service.service.fetch)(request)
  const headers = Array.from(answer.headers, ([name, value]) => name.length + value.length).reduce((a, b) => a + b, 0)
  const text = await answer.text()
  // Providers cannot be reached here (502); nothing else may fail.
  expect(answer.status === 502 ? 200 : answer.status).toBeLessThan(500)
  return { status: answer.status, answered: text.length + headers }
}

test('every sample gets as far as it is meant to, before anything has grown', async () => {
  const seen: string[] = []
  for (const { route, sample } of rows) {
    const init = {
      method: route.method === '*' ? 'POST' : route.method,
      headers: { accept: 'application/json', 'content-type': 'application/json', ...sample.headers },
      body: renewed(JSON.stringify(sample.body)),
    }
    const { status } = await send(route, await sample.path(), init)
    seen.push(`${nameOf(route)}${sample.name === undefined ? '' : ` (${sample.name})`}: ${status}`)
  }
  expect(seen).toMatchInlineSnapshot(`
    [
      "public POST /self-service/login (password, schema default): 200",
      "public POST /self-service/login (code, schema default): 400",
      "public POST /self-service/login (totp, schema default): 400",
      "public POST /self-service/login (oidc, schema default): 502",
      "public POST /self-service/login (passkey, schema default): 400",
      "public POST /self-service/registration (password, schema default): 200",
      "public POST /self-service/registration (code, schema default): 400",
      "public POST /self-service/registration (profile, schema default): 400",
      "public POST /self-service/registration (password, schema closed): 200",
      "public POST /self-service/registration (code, schema closed): 400",
      "public POST /self-service/registration (profile, schema closed): 400",
      "public POST /self-service/settings (profile, schema default): 200",
      "public POST /self-service/settings (password, schema default): 200",
      "public POST /self-service/settings (totp, schema default): 400",
      "public POST /self-service/settings (webauthn, schema default): 400",
      "public POST /self-service/recovery (code, schema default): 200",
      "public POST /self-service/verification (code, schema default): 200",
      "public DELETE /self-service/logout/api: 403",
      "public POST /self-service/methods/oidc/callback: 303",
      "public POST /self-service/methods/oidc/callback/:provider: 303",
      "public POST /self-service/methods/saml/callback/:provider: 303",
      "public POST /self-service/methods/oidc/organization/:organization/callback/:provider: 303",
      "public POST /self-service/fed-cm/token: 403",
      "public DELETE /self-service/gatehouse/account: 400",
      "public PATCH /self-service/gatehouse/keys/:id: 204",
      "public DELETE /self-service/gatehouse/remembered-devices: 200",
      "public DELETE /self-service/gatehouse/remembered-devices/:id: 204",
      "public * /sessions/whoami: 200",
      "public DELETE /sessions: 200",
      "public DELETE /sessions/:id: 204",
      "admin POST /identities (open schema): 201",
      "admin POST /identities (closed schema): 201",
      "admin POST /identities (with credentials): 201",
      "admin PATCH /identities: 200",
      "admin PUT /identities/:id: 200",
      "admin PATCH /identities/:id (add): 200",
      "admin PATCH /identities/:id (test): 400",
      "admin PATCH /identities/:id (replace): 200",
      "admin PATCH /identities/:id (remove): 400",
      "admin PATCH /identities/:id (copy): 200",
      "admin DELETE /identities/:id: 204",
      "admin POST /identities/:id/verification: 400",
      "admin DELETE /identities/:id/credentials/:type: 404",
      "admin POST /sessions: 200",
      "admin DELETE /sessions/:id: 404",
      "admin PATCH /sessions/:id/extend: 200",
      "admin DELETE /identities/:id/sessions: 404",
      "admin POST /recovery/code: 201",
      "admin POST /recovery/link: 200",
      "admin POST /courier/messages/:id/resend: 404",
    ]
  `)
})

const faultsOfBody = (route: ServedRoute, { path, headers }: Sample, type: string, bodyOf: (scale: Scale) => string) =>
  growthFaults({
    name: `${nameOf(route)} (${type.split(';')[0]})`,
    stored,
    prepare: async (scale) => {
      const [to, body] = [await path(), renewed(bodyOf(scale))]
      const init = {
        method: route.method === '*' ? 'POST' : route.method,
        headers: { accept: 'application/json', 'content-type': type, ...headers },
        body,
      }
      return { sent: body.length, send: () => send(route, to, init) }
    },
  })

describe.each(rows)('$route.listener $route.method $route.path ($sample.name)', ({ route, sample }) => {
  test.each(Object.entries(growths))('%s', { timeout: 120_000 }, async (_name, grow) => {
    expect(await faultsOfBody(route, sample, 'application/json', (scale) => grow(sample.body, scale))).toEqual([])
  })

  const { form } = sample
  if (!form) return
  test.each(Object.entries(formGrowths))('%s', { timeout: 120_000 }, async (_name, grow) => {
    const bodyOf = (scale: Scale) =>
      new URLSearchParams(grow(form, scale).map(([name, text]) => [name, text])).toString()
    expect(await faultsOfBody(route, sample, 'application/x-www-form-urlencoded', bodyOf)).toEqual([])
    const multipartOf = (scale: Scale) => multipart(grow(form, scale))
    expect(await faultsOfBody(route, sample, 'multipart/form-data; boundary=x', multipartOf)).toEqual([])
  })
})

function multipart(pairs: readonly Pair[]): string {
  const parts = pairs.map(([name, text]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`)
  return `${parts.join('')}--x--\r\n`
}

describe.each(routes)('$listener $method $path', (route) => {
  test.each(Object.entries(envelopeGrowths))('%s', { timeout: 120_000 }, async (_name, grow) => {
    const faults = await growthFaults({
      name: `${nameOf(route)} (query and headers)`,
      stored,
      prepare: async (scale) => {
        const { query, headers } = grow({ query: [], headers: { accept: 'application/json', ...session } }, scale)
        const path = `${route.path.replace(/:\w+/g, id)}?${new URLSearchParams(query.map(([name, text]) => [name, text]))}`
        const sent = path.length + Object.values(headers).join('').length
        return { sent, send: () => send(route, path, { method: route.method === '*' ? 'GET' : route.method, headers }) }
      },
    })
    expect(faults).toEqual([])
  })
})

test('every operation of both tables is here, and its body where it may have one @growth-2', () => {
  expect(withBody.map(nameOf).filter((name) => samples[name] === undefined)).toEqual([])
  expect(Object.keys(samples).filter((name) => !withBody.some((route) => nameOf(route) === name))).toEqual([])
  // So many when this was written; none may be missed because the tables were not seen.
  expect(routes.length).toBeGreaterThanOrEqual(80)
  expect(rows.length).toBeGreaterThanOrEqual(47)
})
