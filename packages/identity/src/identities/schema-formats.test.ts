import { startMailbox } from '@gatehouse/testing/receivers'
import { afterEach, expect, test } from 'vitest'

import { createHarness, goodPassword } from '../flows/flow-harness.fixture.ts'
import { compileSchema } from './schema.ts'
import { validateTraits } from './validate-traits.ts'

const clean: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of clean.splice(0).toReversed()) await step()
})

const draft = (name: string, properties: object, more: object = {}) =>
  compileSchema('x', {
    $schema: `http://json-schema.org/${name}#`,
    type: 'object',
    properties: { traits: { type: 'object', properties } },
    ...more,
  })

/** Returns a schema that refuses values like this, from draft 7 on. */
const never = (like: object) => ({ if: { not: like }, else: false })

test.each(['uuid', 'url', 'duration', 'iso-time', 'byte', 'int32', 'no-validate', 'colour', 'toString'])(
  'every text is of the format %s, which the reference does not know @formats-2',
  (format) => {
    const schema = draft('draft-07/schema', { it: { format } })
    for (const it of ['anything at all', '', 3]) expect(validateTraits(schema, { it })).toEqual([])
  },
)

test('a recipient of mails is an address, whatever format its schema names @formats-7', () => {
  const schema = draft('draft-07/schema', {
    back: { type: 'string', format: 'no-validate', 'ory.sh/kratos': { recovery: { via: 'email' } } },
    proof: { type: 'string', 'ory.sh/kratos': { verification: { via: 'email' } } },
    free: { type: 'string', format: 'no-validate', 'ory.sh/kratos': { verification: { via: 'email' } } },
  })
  const names = (it: string) => validateTraits(schema, { back: it, proof: it, free: it }).map(({ name }) => name)
  expect(names('ada')).toEqual(['traits.back', 'traits.proof'])
  expect(names('ada@localhost')).toEqual([])
})

test('a schema of draft 4 keeps its meaning @formats-3', () => {
  const schema = draft(
    'draft-04/schema',
    {
      age: { type: 'integer', minimum: 18, exclusiveMinimum: true },
      weight: { maximum: 100, exclusiveMaximum: false },
      id: { type: 'string', id: '#name', maxLength: 3 },
      same: { $ref: '#name' },
      later: { const: 1, propertyNames: { maxLength: 1 }, contains: { type: 'integer' }, ...never({}) },
      exclusiveMinimum: { type: 'boolean' },
    },
    { id: 'https://example.org/person.json' },
  )
  const faults = (traits: object) => validateTraits(schema, traits).map(({ name }) => name)
  const [list, map] = [['a'], { long: 1 }]
  for (const later of [2, list, map]) expect(faults({ later })).toEqual([])
  expect(faults({ age: 19, weight: 100, id: 'abc', same: 'abc', exclusiveMinimum: true })).toEqual([])
  expect(faults({ age: 18, weight: 101, id: 'abcd', same: 'abcd', exclusiveMinimum: 1 }).toSorted()).toEqual([
    'traits.age',
    'traits.exclusiveMinimum',
    'traits.id',
    'traits.same',
    'traits.weight',
  ])
})

test('a schema of draft 6 has no conditions, and one of draft 7 does @formats-8', () => {
  const it = { ...never({ const: 'a' }), propertyNames: { maxLength: 1 }, id: 'no-keyword' }
  const faults = (name: string, value: unknown) => validateTraits(draft(name, { it }), { it: value })
  for (const value of ['a', 'b']) expect(faults('draft-06/schema', value)).toEqual([])
  for (const name of ['draft-07/schema', 'schema']) {
    expect(faults(name, 'a')).not.toEqual([])
    expect(faults(name, 'b')).toEqual([])
  }
  for (const name of ['draft-06/schema', 'draft-07/schema']) expect(faults(name, { long: 1 })).not.toEqual([])
})

test.each(['draft/2019-09/schema', 'draft/2020-12/schema', 'draft-03/schema', 'toString'])(
  'a schema of %s is refused by name @formats-9',
  (name) => {
    expect(() => draft(name, {})).toThrow(name)
  },
)

test.each(['admin@localhost', '1a2b@nbp', 'jürgen@example.com', '用户@example.cn', "o'neil+a=b@example"])(
  '%s signs up, saves, signs in, and gets back in by mail @formats-4',
  async (email) => {
    const mailbox = await startMailbox()
    const harness = await createHarness({ courier: { smtp: { connection_uri: mailbox.uri } } })
    clean.push(
      () => mailbox.close(),
      () => harness.stop(),
    )
    harness.start()
    const browser = harness.browser()
    const registration = (await browser.ask('/self-service/registration/browser')).body
    const traits = { email }
    expect((await browser.send(registration, { method: 'password', traits, password: goodPassword })).status).toBe(200)
    const settings = (await browser.ask('/self-service/settings/browser')).body
    const saved = { method: 'profile', traits: { ...traits, age: 20 } }
    expect((await browser.send(settings, saved)).body.state).toBe('success')

    const [identity] = (await harness.admin('GET', '/identities')).body
    expect(identity.verifiable_addresses).toMatchObject([{ value: email }])
    const put = { schema_id: 'person', state: 'active', traits: identity.traits }
    expect((await harness.admin('PUT', `/identities/${identity.id}`, put)).status).toBe(200)

    const other = harness.browser()
    const login = (await other.ask('/self-service/login/browser')).body
    const upper = { method: 'password', identifier: ` ${email.toUpperCase()} `, password: goodPassword }
    expect((await other.send(login, upper)).status).toBe(200)

    await harness.idle()
    const lost = harness.browser()
    const recovery = (await lost.ask('/self-service/recovery/browser')).body
    expect((await lost.send(recovery, { method: 'code', email })).body.state).toBe('sent_email')
    await harness.idle()
    const code = /\b\d{6}\b/.exec(mailbox.all().at(-1)?.text ?? '')?.[0]
    expect((await lost.send(recovery, { method: 'code', code })).status).toBe(422)
  },
)

test('letters of every script have the lower case of Go, so that sign-in names from there are found @formats-10', async () => {
  const harness = await createHarness()
  clean.push(() => harness.stop())
  await harness.account('İSTANBUL.ΝΊΚΟΣ@EXAMPLE.ORG')
  const [{ verifiable_addresses: addresses }] = (await harness.admin('GET', '/identities')).body
  expect(addresses).toMatchObject([{ value: 'istanbul.νίκοσ@example.org' }])
  const found = await harness.admin(
    'GET',
    '/identities?credentials_identifier=Istanbul.%CE%9D%CE%8A%CE%9A%CE%9F%CE%A3@example.org',
  )
  expect(found.body).toHaveLength(1)
})

test('an address that no mail server accepts fails alone, and no other mailbox gets its mail @formats-5', async () => {
  const mailbox = await startMailbox()
  const harness = await createHarness({ courier: { smtp: { connection_uri: mailbox.uri } } })
  clean.push(
    () => mailbox.close(),
    () => harness.stop(),
  )
  harness.start()
  const strange = ['"a<b"@example.org', '"a>b"@example.org', '"a\tb"@example.org']
  for (const email of strange) {
    const app = harness.app()
    await harness.account(email)
    const recovery = (await app.ask('/self-service/recovery/api')).body
    expect((await app.send(recovery, { method: 'code', email })).body.state).toBe('sent_email')
    await harness.idle()
    const [message] = await harness.messagesTo(email)
    expect(message).toMatchObject({ status: 'abandoned', send_count: 1 })
    const { dispatches } = (await harness.admin('GET', `/courier/messages/${message?.id}`)).body
    expect(dispatches).toMatchObject([
      { status: 'failed', error: { message: expect.stringContaining('control characters') } },
    ])
  }
  expect(mailbox.all()).toEqual([])
})
