import { afterEach, expect, test } from 'vitest'

import { emailTrait, identityPart, schemaOf } from '@gatehouse/testing/journeys'

import { createHarness, goodPassword, messagesAt, type Harness } from '../flow-harness.fixture.ts'

let harness: Harness
afterEach(() => harness.stop())

const ada = 'ada@example.org'
const rich = schemaOf({
  email: emailTrait('Email'),
  name: { type: 'object', required: ['first'], properties: { first: { type: 'string' }, last: { type: 'string' } } },
  age: { type: 'integer' },
  news: { type: 'boolean' },
  tags: { type: 'array', items: { type: 'string' } },
  sizes: { type: 'array', items: { type: 'number' } },
})
const needy = structuredClone(rich)
needy.properties.traits.required = ['email', 'name']

test.each([
  ['dotted names', { 'traits.name.first': 'Ada' }, { name: { first: 'Ada' } }],
  ['numbers and truth values as texts', { 'traits.age': '36', 'traits.news': 'true' }, { age: 36, news: true }],
  ['their own types', { 'traits.age': 36, 'traits.news': false }, { age: 36, news: false }],
  ['a number for a text', { 'traits.name.first': 7 }, { name: { first: '7' } }],
  ['lists', { 'traits.tags': ['a', 'b'], 'traits.sizes': ['1', 2.5] }, { tags: ['a', 'b'], sizes: [1, 2.5] }],
  [
    'what is empty or null',
    { 'traits.age': '', 'traits.news': null, 'traits.name.first': 'A' },
    { name: { first: 'A' } },
  ],
  ['nested and dotted', { traits: { age: 36 }, 'traits.name.first': 'Ada' }, { age: 36, name: { first: 'Ada' } }],
])('a JSON body names fields as forms do: %s @json-forms-1', async (_what, given, expected) => {
  harness = await createHarness({ identity: identityPart('person', rich) })
  const app = harness.app()
  const start = (await app.ask('/self-service/registration/api')).body
  const made = await app.send(start, { method: 'password', 'traits.email': ada, password: goodPassword, ...given })
  expect([made.status, made.body.identity?.traits]).toEqual([200, { email: ada, ...expected }])

  const settings = (await app.ask('/self-service/settings/api', made.body.session_token)).body
  const change = {
    method: 'profile',
    'traits.email': ada,
    'traits.name.first': 'Ada',
    'traits.name.last': 'Byron',
    ...given,
  }
  const saved = await app.send(settings, change, made.body.session_token)
  const name = { first: 'Ada', ...(expected as { name?: object }).name, last: 'Byron' }
  expect([saved.status, saved.body.identity?.traits]).toEqual([200, { email: ada, ...expected, name }])
})

test('a code may come as a number, and a truth value as a text, in every flow @json-forms-2', async () => {
  harness = await createHarness()
  await harness.account(ada)
  for (const kind of ['recovery', 'verification'] as const) {
    const app = harness.app()
    const flow = (await app.ask(`/self-service/${kind}/api`)).body
    await app.send(flow, { method: 'code', email: ada })
    const code = await harness.codeFor(ada)
    const another = Number(`${code.startsWith('1') ? 2 : 1}${code.slice(1)}`)
    const passed = await app.send(flow, { method: 'code', code: another })
    // It is compared, and not refused for its type.
    expect(JSON.stringify(passed.body.ui ?? passed.body)).not.toContain('expected string')
    expect([200, 400]).toContain(passed.status)
  }
  const browser = harness.browser()
  const login = (await browser.ask('/self-service/login/browser')).body
  const signed = await browser.send(login, { method: 'password', identifier: ada, password: goodPassword })
  expect(signed.status).toBe(200)
})

test.each([
  ['a form', true],
  ['JSON', false],
])('a group that is needed says what is missing at its fields: %s @json-forms-3', async (_what, isForm) => {
  harness = await createHarness({ identity: identityPart('person', needy) })
  const browser = harness.browser()
  const flow = (await browser.ask('/self-service/registration/browser')).body
  const fields = { method: 'password', password: goodPassword }
  if (isForm) await browser.post(flow, { ...fields, 'traits.email': ada })
  else await browser.send(flow, { ...fields, traits: { email: ada } })
  const shown = (await browser.ask(`/self-service/registration/flows?id=${flow.id}`)).body
  expect(messagesAt(shown, 'traits.name.first')).toEqual([4000002])
  const names = shown.ui.nodes.map(({ attributes }: { attributes: { name: string } }) => attributes.name)
  expect(names).not.toContain('traits.name')
})

test('the answer to an administrator names the field that a needed group lacks @json-forms-4', async () => {
  harness = await createHarness({ identity: identityPart('person', needy) })
  const made = await harness.admin('POST', '/identities', { schema_id: 'person', traits: { email: ada } })
  expect([made.status, made.body.error.reason]).toEqual([400, expect.stringContaining('traits.name.first: ')])
})
