import { afterEach, describe, expect, test } from 'vitest'

import { createDesk, goodPassword } from '../flows/flow-harness.fixture.ts'
import type { Desk } from '../flows/flow-harness.fixture.ts'

let desk: Desk
afterEach(() => desk.stop())

const ada = 'ada@example.org'

describe('what clients made for Ory Kratos send is taken', () => {
  test('sessions are expanded whatever the case of the names', async () => {
    desk = await createDesk()
    await desk.account(ada)
    await desk.browser().signIn(ada)
    const list = await desk.admin('GET', '/sessions?expand=Identity&expand=Devices')
    expect([list.status, list.body[0].identity.traits.email, list.body[0].devices.length]).toEqual([200, ada, 1])
    const one = await desk.admin('GET', `/sessions/${list.body[0].id}?expand=Identity&expand=DEVICES`)
    expect([one.status, one.body.identity.traits.email, one.body.devices.length]).toEqual([200, ada, 1])
    expect((await desk.admin('GET', '/sessions?expand=Nothing')).status).toBe(400)
  })

  test('an identity that was read can be changed and written back', async () => {
    desk = await createDesk()
    const id = await desk.account(ada, { metadata_admin: { plan: 'gold' }, external_id: 'a-1' })
    const types = ['password', 'oidc', 'totp', 'webauthn', 'passkey', 'lookup_secret', 'code']
    for (const query of ['', `?${types.map((type) => `include_credential=${type}`).join('&')}`]) {
      const read = (await desk.admin('GET', `/identities/${id}${query}`)).body
      const written = await desk.admin('PUT', `/identities/${id}`, {
        ...read,
        traits: { ...read.traits, name: { first: query } },
      })
      expect([written.status, written.body.error]).toEqual([200, undefined])
      expect(written.body).toMatchObject({
        traits: { email: ada, name: { first: query } },
        external_id: 'a-1',
        metadata_admin: { plan: 'gold' },
        state: 'active',
      })
      expect((await desk.browser().signIn(ada)).status).toBe(200)
    }
  })

  test('schema and state that are left out stay as they are', async () => {
    desk = await createDesk()
    const id = await desk.account(ada, { state: 'inactive' })
    const written = await desk.admin('PUT', `/identities/${id}`, { traits: { email: ada } })
    expect([written.status, written.body.schema_id, written.body.state]).toEqual([200, 'person', 'inactive'])
    expect((await desk.admin('PUT', `/identities/${id}`, { state: 'active' })).status).toBe(400)
    const password = { password: { config: { password: `${goodPassword}-2` } } }
    const back = { traits: { email: ada }, state: 'active', credentials: password, unknown: true }
    expect((await desk.admin('PUT', `/identities/${id}`, back)).body.state).toBe('active')
    expect((await desk.browser().signIn(ada, `${goodPassword}-2`)).status).toBe(200)
    expect((await desk.admin('PUT', `/identities/${id}`, { ...back, state: 'asleep' })).status).toBe(400)
  })

  test('a linked account that is not named cannot be removed: 400, not 404', async () => {
    desk = await createDesk()
    const providers = [{ provider: 'acme', subject: 'ada' }]
    const id = await desk.account(ada, { credentials: { oidc: { config: { providers } } } })
    const path = `/identities/${id}/credentials/oidc`
    expect((await desk.admin('DELETE', path)).status).toBe(400)
    expect((await desk.admin('DELETE', `${path}?identifier=`)).status).toBe(400)
    expect((await desk.admin('DELETE', `${path}?identifier=acme:bob`)).status).toBe(404)
  })

  test('an empty body and a patch that is none are refused with a reason', async () => {
    desk = await createDesk()
    const id = await desk.account(ada)
    const refusals = [
      await desk.admin('POST', '/identities'),
      await desk.admin('PUT', `/identities/${id}`),
      await desk.admin('PATCH', `/identities/${id}`, { op: 'replace' }),
      await desk.admin('PATCH', `/identities/${id}`, [{ op: 'shuffle', path: '/traits' }]),
      await desk.admin('PATCH', `/identities/${id}`, [{ op: 'remove', path: '/traits' }]),
    ]
    for (const { status, body } of refusals) expect([status, body.error.reason]).toEqual([400, expect.any(String)])
  })
})

test('the subject of a mail carries the code, and is kept no longer than the text', async () => {
  desk = await createDesk()
  await desk.account(ada)
  const flow = (await desk.app().ask('/self-service/recovery/api')).body
  await desk.app().send(flow, { method: 'code', email: ada })
  const code = await desk.codeFor(ada)
  expect((await desk.messagesTo(ada))[0]).toMatchObject({
    subject: `${code} is your code to get back into your account`,
  })
})
