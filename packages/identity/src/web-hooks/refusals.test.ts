import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { createHarness, field, goodPassword, type Answer, type Harness } from '../flows/flow-harness.fixture.ts'
import { after, startHookReceiver, webHook, type HookReceiver } from './receiver.fixture.ts'

let harness: Harness
let receiver: HookReceiver

beforeEach(async () => void (receiver = await startHookReceiver()))
afterEach(async () => {
  await harness?.stop()
  await receiver.close()
})

const ada = 'ada@example.org'
const hook = () => webHook(`${receiver.url}/check`, { response: { parse: true } })
const names = (flow: Answer['body']) =>
  flow.ui.nodes.map(({ attributes }: { attributes: { name: string } }) => attributes.name)

async function signUp(): Promise<{ readonly flow: Answer['body']; readonly answer: Answer }> {
  const browser = harness.browser()
  const flow = (await browser.ask('/self-service/registration/browser')).body
  const body = { method: 'password', traits: { email: ada }, password: goodPassword }
  return { flow, answer: await browser.send(flow, body) }
}

const no = { id: 123, text: 'not welcome', type: 'error' }
const at = (pointer: unknown, ...messages: unknown[]) => ({ messages: [{ instance_ptr: pointer, messages }] })

describe('a refusal is read as far as possible, and keeps its text', () => {
  /** The name; the answer; the field of its message, and the message. */
  const refusals: readonly (readonly [string, unknown, string, object])[] = [
    [
      'the example of the documentation of Ory',
      at('#/traits/email', { id: 123, text: 'not welcome', type: 'validation' }),
      'traits.email',
      { ...no, type: 'info' },
    ],
    ['an error', at('#/traits/email', no), 'traits.email', no],
    ['a success', at('#/traits/email', { ...no, type: 'success' }), 'traits.email', { ...no, type: 'info' }],
    ['a type that is no text', at('#/traits/email', { ...no, type: 7 }), 'traits.email', { ...no, type: 'info' }],
    ['no type', at('#/traits/email', { id: 123, text: 'not welcome' }), 'traits.email', { ...no, type: 'info' }],
    ['no id', at('#/traits/email', { text: 'not welcome', type: 'error' }), 'traits.email', { ...no, id: 0 }],
    ['an id as text', at('#/traits/email', { ...no, id: '123' }), 'traits.email', no],
    ['an id that is no number', at('#/traits/email', { ...no, id: 'E-7' }), 'traits.email', { ...no, id: 0 }],
    ['a context', at('#/traits/email', { ...no, context: { a: 1 } }), 'traits.email', { ...no, context: { a: 1 } }],
    ['a context that is none', at('#/traits/email', { ...no, context: ['a'] }), 'traits.email', no],
    ['unknown words', at('#/traits/email', { ...no, level: 9, docs: {} }), 'traits.email', no],
    ['a pointer without fragment', at('/traits/email', no), 'traits.email', no],
    ['a dotted name', at('traits.email', no), 'traits.email', no],
    ['a pointer into a field', at('#/traits/email/0', no), 'traits.email', no],
    ['the password', at('#/password', no), 'password', no],
    ['an unknown field', at('#/traits/employer', no), '', no],
    ['an unknown pointer', at('https://example.org/x?y', no), '', no],
    ['a field that is never shown', at('#/csrf_token', no), '', no],
    ['the whole', at('#/', no), '', no],
    ['no pointer', { messages: [{ messages: [no] }] }, '', no],
    ['a pointer that is no text', at(null, no), '', no],
    ['a message outside a list', { messages: [{ instance_ptr: '#/traits/email', ...no }] }, 'traits.email', no],
    ['one that can be read among others', { messages: [7, 'no', { messages: [no, null, {}] }] }, '', no],
  ]

  test.each(refusals)('%s @hook-refusal-1', async (_, body, name, message) => {
    harness = await createHarness(after('registration', hook()))
    receiver.answers = { '/check': { status: 400, body } }
    const { flow, answer } = await signUp()
    const said = name === '' ? answer.body.ui?.messages : field(answer.body, name).messages
    expect([answer.status, said]).toEqual([400, [message]])
    expect(names(answer.body)).toEqual(names(flow))
    expect((await harness.admin('GET', '/identities')).body).toEqual([])
  })

  test.each([
    ['it answered 400', { messages: 'no' }],
    ['it answered 400', { messages: [] }],
    ['it answered 400', 'no'],
    ['its refusal has no message', { messages: [{ instance_ptr: '#/traits/email', messages: [] }] }],
  ])(
    'one that says nothing is a refusal without words, and the log says why: %s @hook-refusal-2',
    async (why, body) => {
      harness = await createHarness(after('registration', hook()))
      receiver.answers = { '/check': { status: 400, body } }
      expect((await signUp()).answer.status).toBe(502)
      expect(harness.warnings).toEqual([`selfservice.flows.registration.after.hooks.0 failed: ${why}`])
    },
  )

  test('long texts are cut, and of many messages the first are shown @hook-refusal-3', async () => {
    harness = await createHarness(after('registration', hook()))
    const many = Array.from({ length: 70 }, (_, id) => ({ ...no, id, text: 'x'.repeat(3_000) }))
    receiver.answers = { '/check': { status: 400, body: at('#/traits/email', ...many) } }
    const said = field((await signUp()).answer.body, 'traits.email').messages
    expect([said.length, said[0].text.length]).toEqual([50, 2_000])
  })
})

describe('a refusal at a field that the form lacks', () => {
  test.each([
    ['login', '#/traits/email', ''],
    ['login', '#/identifier', 'identifier'],
    ['settings', '#/traits/employer', ''],
  ])('draws no field of its own: %s, %s @hook-refusal-4', async (kind, pointer, name) => {
    harness = await createHarness(after(kind, hook()))
    await harness.account(ada)
    const browser = harness.browser()
    if (kind === 'settings') await browser.signIn(ada)
    receiver.answers = { '/check': { status: 403, body: at(pointer, no) } }
    const flow = (await browser.ask(`/self-service/${kind}/browser`)).body
    const proof = { method: 'password', identifier: ada, password: goodPassword }
    const change = { method: 'profile', traits: { email: 'new@example.org' } }
    const answer = await browser.send(flow, kind === 'settings' ? change : proof)
    const said = name === '' ? answer.body.ui.messages : field(answer.body, name).messages
    expect([answer.status, said]).toEqual([400, [no]])
    expect(names(answer.body)).toEqual(names(flow))
  })

  test('on the second screen of a sign-up the message is the form’s: the field is hidden @hook-refusal-5', async () => {
    harness = await createHarness({
      selfservice: { flows: { registration: { style: 'profile_first', after: { hooks: [hook()] } } } },
    })
    receiver.answers = { '/check': { status: 400, body: at('#/traits/email', no) } }
    const browser = harness.browser()
    const flow = (await browser.ask('/self-service/registration/browser')).body
    const second = (await browser.send(flow, { method: 'profile', traits: { email: ada } })).body
    const body = { method: 'password', traits: { email: ada }, password: goodPassword }
    const answer = await browser.send(second, body)
    expect([answer.status, answer.body.ui.messages]).toEqual([400, [no]])
  })
})
