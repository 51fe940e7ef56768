import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createHarness, messages, service, type Harness } from '../flow-harness.fixture.ts'
import { textLengths } from './text-lengths.ts'

let harness: Harness
let token: string
beforeAll(async () => {
  harness = await createHarness()
  await harness.account('ada@example.org')
  token = (await harness.app().signIn('ada@example.org')).body.session_token
})
afterAll(() => harness.stop())

const kinds = ['login', 'registration', 'recovery', 'verification', 'settings'] as const

async function submit(kind: (typeof kinds)[number], body: BodyInit, contentType: string) {
  const session: Record<string, string> = kind === 'settings' ? { 'x-session-token': token } : {}
  const headers = { accept: 'application/json', ...session }
  const start = new Request(`${service}/self-service/${kind}/api`, { headers })
  const flow = await (await harness.raw(start)).json()
  const request = new Request(flow.ui.action, {
    method: 'POST',
    headers: { ...headers, ...(contentType !== '' && { 'content-type': contentType }) },
    body,
  })
  const answer = await harness.raw(request)
  return { status: answer.status, body: JSON.parse(await answer.text()) }
}

function said({ ui }: { ui: { messages?: { text: string }[]; nodes: { messages: { text: string }[] }[] } }): string {
  return [...(ui.messages ?? []), ...ui.nodes.flatMap((node) => node.messages)].map(({ text }) => text).join()
}

/** One field of each kind, its name as forms write it. */
const fields = [
  ['identifier', textLengths.name],
  ['email', textLengths.name],
  ['address', textLengths.name],
  ['recovery_address', textLengths.name],
  ['code', textLengths.code],
  ['totp_code', textLengths.code],
  ['lookup_secret', textLengths.other],
  ['password', textLengths.password],
  ['id_token', textLengths.token],
  ['csrf_token', textLengths.token],
  ['passkey_login', textLengths.key],
  ['traits.email', textLengths.document],
  ['traits.name.first', textLengths.document],
  ['transient_payload.a.b', textLengths.document],
  ['upstream_parameters.login_hint', textLengths.other],
  ['method', textLengths.other],
  ['constructor', textLengths.other],
  ['g-recaptcha-response', textLengths.other],
] as const

function nested(name: string, text: string): Record<string, unknown> {
  const [first = '', ...rest] = name.split('.')
  return { [first]: rest.length === 0 ? text : nested(rest.join('.'), text) }
}

describe.each(kinds)('%s', (kind) => {
  test.each(fields)(
    '%s that is too long is named with its limit, in every encoding @text-length-1',
    async (name, most) => {
      const text = '\ufdfa'.repeat(most + 1)
      const form = new FormData()
      form.set('method', 'code')
      form.set(name, text)
      const bodies = [
        [JSON.stringify({ method: 'code', ...nested(name, text) }), 'application/json'],
        [form, ''],
      ] as const
      for (const [body, type] of bodies) {
        const answer = await submit(kind, body, type)
        expect(answer.status).toBe(400)
        expect(said(answer.body)).toContain(`can have at most ${most} characters; it has ${most + 1}.`)
      }
      // As long as allowed, whatever its other faults.
      const allowed = JSON.stringify({ method: 'code', ...nested(name, 'x'.repeat(most)) })
      expect(said((await submit(kind, allowed, 'application/json')).body)).not.toContain('it has')
    },
  )

  test('a name that no form has', async () => {
    const name = 'n'.repeat(1_025)
    for (const body of [{ [name]: 1 }, { traits: { [name]: 1 } }, { traits: [{ [name]: 1 }] }]) {
      const answer = await submit(kind, JSON.stringify({ method: 'code', ...body }), 'application/json')
      expect([answer.status, messages(answer.body)]).toEqual([400, [4000001]])
    }
  })
})

test('a field of the form shows the message', async () => {
  const body = JSON.stringify({ method: 'password', identifier: 'a'.repeat(2_000), password: 'b' })
  const { nodes, messages: above = [] } = (await submit('login', body, 'application/json')).body.ui
  const beside = nodes.filter((node: { messages: unknown[] }) => node.messages.length > 0)
  expect([above, beside]).toEqual([
    [],
    [
      expect.objectContaining({
        attributes: expect.objectContaining({ name: 'identifier' }),
        messages: [expect.objectContaining({ id: 4000017, context: { max_length: 1_024, actual_length: 2_000 } })],
      }),
    ],
  ])
})

describe('beside the body @text-length-2', () => {
  const ask = (path: string, headers: Record<string, string> = {}) =>
    harness.raw(new Request(`${service}${path}`, { headers: { accept: 'application/json', ...headers } }))

  test.each([
    'accept',
    'accept-language',
    'authorization',
    'origin',
    'user-agent',
    'x-forwarded-for',
    'x-session-token',
  ])('the header %s', async (name) => {
    expect((await ask('/sessions/whoami', { [name]: 'a'.repeat(16_385) })).status).toBe(431)
    expect((await ask('/sessions/whoami', { [name]: 'a'.repeat(16_384) })).status).not.toBe(431)
  })

  test('parameters of the query, and their names', async () => {
    const long = 'a'.repeat(16_385)
    for (const query of [`return_to=${long}`, `flow=a&flow=${long}`, `${long}=1`]) {
      const answer = await ask(`/self-service/login/api?${query}`)
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('is longer than 16384')])
    }
  })

  test('a cookie that no browser keeps is none; all of them have an end', async () => {
    const session = `ory_kratos_session=${'a'.repeat(4_096)}`
    expect((await ask('/self-service/login/api', { cookie: session })).status).toBe(200)
    expect((await ask('/sessions/whoami', { cookie: 'a=b; '.repeat(7_000) })).status).toBe(431)
  })
})
