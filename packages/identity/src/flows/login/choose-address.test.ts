import { emailTrait, identityPart, schemaOf } from '@gatehouse/testing/journeys'
import { afterEach, expect, test } from 'vitest'

import {
  createHarness,
  field,
  goodPassword,
  messages,
  type Answer,
  type Browser,
  type Harness,
} from '../flow-harness.fixture.ts'

let harness: Harness
afterEach(() => harness.stop())

const [ada, work] = ['ada@example.org', 'ada@work.example.org']
const start = '/self-service/login/browser?refresh=true'
const traits = { email: emailTrait('Email'), work: emailTrait('Work') }

async function signedIn(flag: boolean): Promise<Browser> {
  harness = await createHarness({
    feature_flags: { refresh_login_choose_address: flag },
    identity: identityPart('person', schemaOf(traits)),
  })
  await harness.account(ada, {
    traits: { email: ada, work },
    verifiable_addresses: [ada, work].map((value) => ({ value, via: 'email', verified: true, status: 'completed' })),
  })
  const browser = harness.browser()
  expect((await browser.signIn(ada)).status).toBe(200)
  harness.clock.advance(60_000)
  return browser
}

const buttonsOf = (flow: Answer['body']) =>
  flow.ui.nodes
    .filter(({ attributes }: Answer['body']) => attributes.name === 'address')
    .map(({ attributes, meta }: Answer['body']) => [attributes.value, meta.label.id])

test('a person who confirms by a code chooses among the addresses of the account @contract-july-27', async () => {
  const browser = await signedIn(true)
  const before = (await browser.whoami()).body
  const flow = (await browser.ask(start)).body
  expect(buttonsOf(flow).toSorted()).toEqual([
    [ada, 1010023],
    [work, 1010023],
  ])
  expect(field(flow, 'identifier').attributes.type).toBe('hidden')
  const sent = await browser.send(flow, { method: 'code', address: work })
  expect([sent.status, sent.body.state, messages(sent.body)]).toEqual([400, 'sent_email', [1010025]])
  const again = await browser.send(flow, { method: 'code', resend: 'code' })
  expect(messages(again.body)).toEqual([1010025])
  const done = await browser.send(flow, { method: 'code', code: await harness.codeFor(work) })
  expect([done.status, done.body.session.id]).toEqual([200, before.id])
  expect(Date.parse(done.body.session.authenticated_at)).toBeGreaterThan(Date.parse(before.authenticated_at))
})

test('an address of another account gets no code @contract-july-28', async () => {
  const browser = await signedIn(true)
  await harness.account('eve@example.org')
  const flow = (await browser.ask(start)).body
  for (const address of ['eve@example.org', 'nobody@example.org']) {
    const refused = await browser.send(flow, { method: 'code', address })
    expect([refused.status, messages(refused.body)]).toEqual([400, [4000035]])
    expect(await harness.messagesTo(address)).toEqual([])
  }
  const named = await browser.send(flow, { method: 'code', identifier: 'eve@example.org' })
  expect([named.status, await harness.messagesTo('eve@example.org')]).toEqual([400, []])
})

test('without the flag the address is a field, as in Ory Kratos 26.2; a sign-in has it in any case @contract-july-29', async () => {
  const browser = await signedIn(false)
  expect(buttonsOf((await browser.ask(start)).body)).toEqual([])
  await harness.stop()
  await signedIn(true)
  const flow = (await harness.browser().ask('/self-service/login/browser')).body
  expect([buttonsOf(flow), field(flow, 'identifier').attributes.type]).toEqual([[], 'text'])
  const sent = await harness.browser().signIn(ada, goodPassword)
  expect(sent.status).toBe(200)
})
