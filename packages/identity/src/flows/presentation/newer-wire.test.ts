import { expect, onTestFinished, test } from 'vitest'

import { emailTrait, schemaOf } from '@gatehouse/testing/journeys'
import { createHarness, goodPassword } from '../flow-harness.fixture.ts'

const email = 'ada@example.org'
const schema = schemaOf({
  email: emailTrait('Email'),
  color: { type: 'string', enum: ['red', 'green'] },
  size: { type: 'integer', enum: [1, 2] },
})
const identity = {
  default_schema_id: 'person',
  schemas: [{ id: 'person', url: `base64://${Buffer.from(JSON.stringify(schema)).toString('base64')}` }],
}

async function opened(improves: boolean) {
  const harness = await createHarness({ identity }, undefined, {}, { improves })
  onTestFinished(() => harness.stop())
  return harness
}

/** The attributes of a field of a flow. */
const field = (
  flow: { readonly ui: { readonly nodes: readonly { readonly attributes: { readonly name?: string } }[] } },
  name: string,
) => flow.ui.nodes.map(({ attributes }) => attributes).find((attributes) => attributes.name === name)

test.each([true, false])(
  'fields say what can be chosen and filled in, where the service improves: %s @newer-wire-1',
  async (improves) => {
    const harness = await opened(improves)
    const app = harness.app()
    const registration = (await app.ask('/self-service/registration/api')).body
    const [color, size] = [field(registration, 'traits.color'), field(registration, 'traits.size')]
    const chosen = [{ value: 'red' }, { value: 'green' }]
    expect(color).toMatchObject({ type: 'text', ...(improves && { options: chosen }) })
    expect(size).toMatchObject({ type: 'number', ...(improves && { options: [{ value: 1 }, { value: 2 }] }) })
    expect(JSON.stringify(registration).includes('"options"')).toBe(improves)

    const recovery = (await app.ask('/self-service/recovery/api')).body
    const sent = (await app.send(recovery, { method: 'code', email })).body
    expect(field(sent, 'code')).toMatchObject({ name: 'code', required: true })
    expect(JSON.stringify(field(sent, 'code')).includes('"autocomplete":"one-time-code"')).toBe(improves)
    const again = (await app.ask(`/self-service/recovery/flows?id=${sent.id}`)).body
    expect(JSON.stringify(again.ui.nodes).includes('one-time-code')).toBe(improves)
  },
)

test.each([true, false])(
  'settings and sessions of the admin API show what newer versions do, where the service improves: %s @newer-wire-2',
  async (improves) => {
    const harness = await opened(improves)
    const id = await harness.account(email, { metadata_admin: { tier: 3 } })
    const app = harness.app()
    const login = (await app.ask('/self-service/login/api')).body
    const { session, session_token: token } = (
      await app.send(login, { method: 'password', identifier: email, password: goodPassword })
    ).body
    const settings = (await app.ask('/self-service/settings/api', token)).body
    expect([Object.hasOwn(settings, 'organization_id'), settings.organization_id ?? null]).toEqual([improves, null])
    for (const path of [
      `/sessions/${session.id}?expand=identity`,
      `/identities/${id}/sessions`,
      '/sessions?expand=identity',
    ]) {
      const { body } = await harness.admin('GET', path)
      const shown = Array.isArray(body) ? body[0] : body
      expect([path, shown.identity.metadata_admin]).toEqual([path, improves ? { tier: 3 } : undefined])
    }
    const whoami = (await app.ask('/sessions/whoami', token)).body
    expect(Object.hasOwn(whoami.identity, 'metadata_admin')).toBe(false)
  },
)

test.each([true, false])(
  'passwords have the version of newer versions, where the service improves: %s @newer-wire-4',
  async (improves) => {
    const harness = await opened(improves)
    const id = await harness.account(email)
    const credentials = { password: { config: { password: goodPassword } } }
    const body = { schema_id: 'person', traits: { email: 'bob@example.org' }, credentials }
    const shown = [
      (await harness.admin('POST', '/identities', body)).body,
      (await harness.admin('GET', `/identities/${id}?include_credential=password`)).body,
      (await harness.admin('GET', `/identities?credentials_identifier=${email}`)).body[0],
      (await harness.admin('PATCH', `/identities/${id}`, [{ op: 'add', path: '/metadata_public', value: {} }])).body,
    ]
    expect(shown.map((one) => one.credentials.password.version)).toEqual(Array(4).fill(improves ? 1 : 0))
  },
)

test.each([true, false])(
  'an account that is switched off says so in the form, where the service improves: %s @newer-wire-3',
  async (improves) => {
    const harness = await opened(improves)
    await harness.account(email, { state: 'inactive' })
    for (const [visitor, type] of [
      [harness.browser(), 'browser'],
      [harness.app(), 'api'],
    ] as const) {
      const flow = (await visitor.ask(`/self-service/login/${type}`)).body
      const wrong = await visitor.send(flow, { method: 'password', identifier: email, password: 'not-the-password' })
      expect(wrong.body.ui.messages).toMatchObject([{ id: 4000006 }])
      const right = await visitor.send(flow, { method: 'password', identifier: email, password: goodPassword })
      const said = improves ? right.body.ui.messages[0].id : right.body.error.message
      expect([right.status, said]).toEqual(improves ? [400, 4010011] : [401, 'the account is disabled'])
    }
    const events = await harness.events.tail({ after: 0, limit: 100 })
    expect(events.filter(({ data }) => JSON.stringify(data).includes('account_inactive'))).toHaveLength(2)
  },
)
