import { emailTrait, identityPart, schemaOf } from '@gatehouse/testing/journeys'
import { afterEach, expect, test } from 'vitest'

import { createHarness, goodPassword, type Harness } from '../flow-harness.fixture.ts'

let harness: Harness
afterEach(() => harness.stop())

interface Said {
  readonly attributes: { readonly name: string }
  readonly messages: readonly { readonly id: number }[]
}

const email = 'ada@example.org'
const either = [{ required: ['email'] }, { required: ['phone'] }]

/** Rules about several fields at once: the messages at each field, and those of the form. */
test.each<[rule: object, traits: object, fields: Record<string, number[]>, form: number[]]>([
  [{ anyOf: either }, {}, { 'traits.email': [4000002], 'traits.phone': [4000002] }, []],
  [{ oneOf: either }, {}, { 'traits.email': [4000002], 'traits.phone': [4000002] }, []],
  [{ oneOf: either }, { email, phone: '1' }, {}, [4000001]],
  [{ minProperties: 2 }, {}, {}, [4000001]],
  [{ maxProperties: 1 }, { email, phone: '1' }, {}, [4000001]],
  [{ not: { required: ['phone'] } }, { email, phone: '1' }, {}, [4000001]],
  [{ dependencies: { email: ['phone'] } }, { email }, { 'traits.phone': [4000002] }, []],
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  [{ if: { required: ['email'] }, then: { required: ['phone'] } }, { email }, { 'traits.phone': [4000002] }, []],
  [{ name: { minProperties: 2 } }, { email, name: { first: 'A' } }, {}, [4000001]],
  [
    { name: { anyOf: [{ required: ['first'] }, { required: ['last'] }] } },
    { email, name: {} },
    { 'traits.name.first': [4000002], 'traits.name.last': [4000002] },
    [],
  ],
])('%j: a form says it at its own fields, or as a whole @schema-rules-1', async (rule, traits, fields, form) => {
  const { name = {}, ...whole } = rule as { name?: object }
  const texts = { first: { type: 'string' }, last: { type: 'string' } }
  const document = schemaOf({
    email: emailTrait('Email'),
    phone: { type: 'string' },
    name: { type: 'object', properties: texts, ...name },
  })
  const { traits: root, ...others } = (document as { properties: { traits: object } }).properties
  const ruled = { ...document, properties: { ...others, traits: { ...root, required: [], ...whole } } }
  harness = await createHarness({ identity: identityPart('person', ruled) })
  const app = harness.app()
  const flow = (await app.ask('/self-service/registration/api')).body
  const { status, body } = await app.send(flow, { method: 'password', password: goodPassword, traits })
  const said = body.ui.nodes.filter(({ messages }: Said) => messages.length > 0)
  const ids = (messages: readonly { id: number }[]) => messages.map(({ id }) => id)
  expect(status).toBe(400)
  expect(Object.fromEntries(said.map(({ attributes, messages }: Said) => [attributes.name, ids(messages)]))).toEqual(
    fields,
  )
  expect(ids(body.ui.messages ?? [])).toEqual(form)
  const names: string[] = body.ui.nodes.map(({ attributes }: Said) => attributes.name)
  expect(names.filter((one) => one === 'traits' || one === 'traits.name')).toEqual([])
  expect(JSON.stringify(body.ui)).not.toMatch(/must|NOT|schema in/)
})
