import { afterEach, expect, test } from 'vitest'

import { buttons, createHarness, field, messages, messagesAt, type Harness } from '../flow-harness.fixture.ts'

let harness: Harness
afterEach(() => harness.stop())

const ada = 'ada@example.org'
const backup = 'spare.ada@example.com'
const phone = '+4915112345678'
const withChoice = { feature_flags: { choose_recovery_address: true, use_continue_with_transitions: true } }

async function begin(traits: object) {
  harness = await createHarness(withChoice)
  await harness.account(ada, { traits: { email: ada, ...traits } })
  const app = harness.app()
  return { app, flow: (await app.ask('/self-service/recovery/api')).body }
}

test('the only address gets the code at once', async () => {
  const { app, flow } = await begin({})
  expect([flow.state, buttons(flow)]).toEqual(['recovery_awaiting_address', ['method=code']])
  expect(messagesAt((await app.send(flow, { method: 'code' })).body, 'recovery_address')).toEqual([4000002])
  const sent = await app.send(flow, { method: 'code', recovery_address: ada })
  expect([sent.status, sent.body.state]).toEqual([200, 'recovery_awaiting_code'])
  expect(sent.body.ui.messages).toMatchObject([{ id: 1060004, context: { masked_address: 'ad****@example.org' } }])
  const wrong = await app.send(flow, { method: 'code', code: 'x', recovery_address: ada })
  expect([wrong.status, messages(wrong.body)]).toEqual([200, [4060006]])
  harness.clock.advance(1000)
  await app.send(flow, { method: 'code', recovery_confirm_address: ada, recovery_address: ada })
  const done = await app.send(flow, { method: 'code', code: await harness.codeFor(ada), recovery_address: ada })
  expect(done.body.state).toBe('passed_challenge')
})

test('of several addresses one is chosen by its mask and typed in full', async () => {
  const { app, flow } = await begin({ backup })
  const offered = await app.send(flow, { method: 'code', recovery_address: ada })
  expect([offered.body.state, messages(offered.body)]).toEqual(['recovery_awaiting_address_choice', [1060006]])
  expect(JSON.stringify(offered.body)).not.toContain(backup)
  const masked = offered.body.ui.nodes.find(
    ({ meta }: { meta: { label?: { text: string } } }) => meta.label?.text === 'sp****@example.com',
  )
  const chosen = await app.send(flow, {
    method: 'code',
    recovery_address: ada,
    recovery_select_address: masked.attributes.value,
  })
  expect([chosen.body.state, messages(chosen.body)]).toEqual(['recovery_confirming_address', [1060005]])
  expect(field(chosen.body, 'recovery_confirm_address').attributes.type).toBe('email')
  const sent = await app.send(flow, { method: 'code', recovery_address: ada, recovery_confirm_address: backup })
  expect(sent.body.state).toBe('recovery_awaiting_code')
  expect(await harness.messagesTo(ada)).toEqual([])
  const done = await app.send(flow, { method: 'code', code: await harness.codeFor(backup), recovery_address: ada })
  expect(done.body.continue_with).toMatchObject([{ action: 'set_ory_session_token' }, { action: 'show_settings_ui' }])
})

test('a wrong guess at the chosen address looks like a right one, and sends nothing', async () => {
  const { app, flow } = await begin({ backup })
  const offered = await app.send(flow, { method: 'code', recovery_address: ada })
  const select = offered.body.ui.nodes[2].attributes.value
  await app.send(flow, { method: 'code', recovery_address: ada, recovery_select_address: select })
  for (const guess of ['spy@example.com', ada]) {
    const answer = await app.send(flow, { method: 'code', recovery_address: ada, recovery_confirm_address: guess })
    expect([answer.status, answer.body.state, messages(answer.body)]).toEqual([
      200,
      'recovery_awaiting_code',
      [1060004],
    ])
    expect(await harness.messagesTo(guess)).toEqual([])
  }
  expect(await harness.messagesTo(backup)).toEqual([])
})

test('the return, and an address that was not offered', async () => {
  const { app, flow } = await begin({ backup })
  const offered = await app.send(flow, { method: 'code', recovery_address: ada })
  const odd = await app.send(flow, { method: 'code', recovery_address: ada, recovery_select_address: 'x' })
  expect(odd.status).toBe(400)
  const select = offered.body.ui.nodes[2].attributes.value
  await app.send(flow, { method: 'code', recovery_address: ada, recovery_select_address: select })
  const back = await app.send(flow, { method: 'code', screen: 'previous', recovery_address: ada })
  expect(back.body.state).toBe('recovery_awaiting_address_choice')
  const start = await app.send(flow, { method: 'code', screen: 'previous', recovery_address: ada })
  expect([start.body.state, field(start.body, 'recovery_address').attributes.value]).toEqual([
    'recovery_awaiting_address',
    ada,
  ])
})

test('a telephone gets its code as a text message', async () => {
  const { app, flow } = await begin({ phone })
  const offered = await app.send(flow, { method: 'code', recovery_address: phone })
  const own = offered.body.ui.nodes.find(
    ({ meta }: { meta: { label?: { text: string } } }) => meta.label?.text === '+49****78',
  )
  await app.send(flow, { method: 'code', recovery_address: phone, recovery_select_address: own.attributes.value })
  expect(await harness.messagesTo(phone)).toMatchObject([{ type: 'phone' }])
})

test('an unknown address looks like an only one', async () => {
  const { app, flow } = await begin({})
  const other = (await app.ask('/self-service/recovery/api')).body
  const shape = async (target: typeof flow, address: string) => {
    const { status, body } = await app.send(target, { method: 'code', recovery_address: address })
    return JSON.stringify([status, body.state, body.ui.nodes, body.ui.messages])
      .replaceAll(address, 'ADDRESS')
      .replaceAll(`${address.slice(0, 2)}****`, 'MASK')
  }
  expect(await shape(flow, ada)).toBe(await shape(other, 'nobody@example.org'))
  expect(await harness.messagesTo('nobody@example.org')).toEqual([])
})
