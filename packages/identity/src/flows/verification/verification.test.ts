import { afterEach, describe, expect, test } from 'vitest'

import { buttons, createHarness, field, messages, messagesAt, pages, type Harness } from '../flow-harness.fixture.ts'

let harness: Harness
afterEach(() => harness.stop())

const ada = 'ada@example.org'
const start = '/self-service/verification/browser'

/** Opens a browser that has requested a code for an address that has an account. */
async function askForCode() {
  harness = await createHarness()
  await harness.account(ada)
  const browser = harness.browser()
  const flow = (await browser.ask(start)).body
  await browser.send(flow, { method: 'code', email: ada })
  return { browser, flow, code: await harness.codeFor(ada) }
}

describe('verification by code', () => {
  test('is not moved to another browser by a wrong code, nor its form filled in by it @verification-1', async () => {
    const { browser, flow, code } = await askForCode()
    const wrong = code === '000000' ? '000001' : '000000'
    const stranger = harness.browser()
    const opened = await stranger.go(`/self-service/verification?flow=${flow.id}&code=${wrong}`)
    expect([opened.status, opened.location]).toEqual([303, `${pages}/verification?flow=${flow.id}`])
    expect((await stranger.ask(`/self-service/verification/flows?id=${flow.id}`)).status).toBe(403)
    const own = await browser.ask(`/self-service/verification/flows?id=${flow.id}`)
    expect([own.status, field(own.body, 'code').attributes.value]).toEqual([200, undefined])

    await stranger.go(`/self-service/verification?flow=${flow.id}&code=${code}`)
    expect((await stranger.ask(`/self-service/verification/flows?id=${flow.id}`)).status).toBe(200)
  })

  test('takes wrong codes of links for tries', async () => {
    const { browser, flow, code } = await askForCode()
    const stranger = harness.browser()
    for (let guess = 0; guess < 6; guess += 1) {
      const digits = String((Number(code) + 1 + guess) % 1_000_000).padStart(6, '0')
      await stranger.go(`/self-service/verification?flow=${flow.id}&code=${digits}`)
    }
    await stranger.go(`/self-service/verification?flow=${flow.id}&code=${code}`)
    expect((await stranger.ask(`/self-service/verification/flows?id=${flow.id}`)).status).toBe(403)
    expect((await browser.send(flow, { code })).body.state).not.toBe('passed_challenge')
  })

  test('a script sees every step, and the next address', async () => {
    harness = await createHarness()
    const id = await harness.account(ada)
    const browser = harness.browser()
    const flow = (await browser.ask(`${start}?return_to=${pages}/in`)).body
    expect(messagesAt((await browser.send(flow, { method: 'code' })).body, 'email')).toEqual([4000002])
    const sent = await browser.send(flow, { method: 'code', email: ada })
    expect([sent.status, sent.body.state, messages(sent.body)]).toEqual([200, 'sent_email', [1080003]])
    expect(buttons(sent.body)).toEqual(['method=code', `email=${ada}`])
    const code = await harness.codeFor(ada)
    const wrong = await browser.send(flow, { method: 'code', code: code === '000000' ? '000001' : '000000' })
    expect([wrong.status, messages(wrong.body)]).toEqual([200, [4070006]])
    const done = await browser.send(flow, { code })
    expect([done.status, done.body.state, messages(done.body)]).toEqual([200, 'passed_challenge', [1080002]])
    expect(done.body.ui).toMatchObject({ method: 'GET', action: `${pages}/in` })
    expect((await harness.admin('GET', `/identities/${id}`)).body.verifiable_addresses).toMatchObject([
      { verified: true, status: 'completed' },
    ])
    const again = await browser.send(flow, { method: 'code', code })
    expect([again.status, again.body.error.id]).toEqual([410, 'self_service_flow_replaced'])
    expect(messages((await browser.ask(`/self-service/verification/flows?id=${again.body.use_flow_id}`)).body)).toEqual(
      [4070002],
    )
    expect((await browser.ask(`/self-service/verification/flows?id=${flow.id}`)).status).toBe(403)
  })

  test('forms and native apps', async () => {
    harness = await createHarness({
      selfservice: { flows: { verification: { after: { default_browser_return_url: `${pages}/verified` } } } },
    })
    await harness.account(ada)
    const browser = harness.browser()
    const flow = (await browser.ask(start)).body
    const page = `${pages}/verification?flow=${flow.id}`
    expect((await browser.post(flow, { method: 'code', email: ada })).location).toBe(page)
    expect((await browser.post(flow, { method: 'code', code: await harness.codeFor(ada) })).location).toBe(page)
    const app = harness.app()
    const native = (await app.ask('/self-service/verification/api')).body
    expect(field(native, 'csrf_token')).toBeUndefined()
    await app.send(native, { method: 'code', email: ada })
    const done = await app.send(native, { method: 'code', code: await harness.codeFor(ada) })
    expect(done.body.ui.action).toBe(`${pages}/verified`)
  })

  test('an unknown address gets the same answer, and no message @verification-2', async () => {
    harness = await createHarness()
    await harness.account(ada)
    const app = harness.app()
    const answers = []
    for (const email of [ada, 'nobody@example.org']) {
      const flow = (await app.ask('/self-service/verification/api')).body
      const { status, body } = await app.send(flow, { method: 'code', email })
      answers.push(JSON.stringify([status, body.state, body.ui.nodes, body.ui.messages]).replaceAll(email, 'ADDRESS'))
    }
    expect(answers[0]).toBe(answers[1])
    expect(await harness.messagesTo('nobody@example.org')).toEqual([])
  })

  test('an address that left the account in the meantime is not proved', async () => {
    harness = await createHarness()
    const id = await harness.account(ada)
    const app = harness.app()
    const flow = (await app.ask('/self-service/verification/api')).body
    await app.send(flow, { method: 'code', email: ada })
    const code = await harness.codeFor(ada)
    await harness.admin('PUT', `/identities/${id}`, {
      schema_id: 'person',
      state: 'active',
      traits: { email: 'other@example.org' },
    })
    expect(messages((await app.send(flow, { method: 'code', code })).body)).toEqual([4070006])
  })
})

describe('the link in the message', () => {
  test('fills the code in and gives the flow to the browser that opened it; it uses nothing up', async () => {
    harness = await createHarness()
    await harness.account(ada)
    const sender = harness.browser()
    const flow = (await sender.ask(start)).body
    await sender.send(flow, { method: 'code', email: ada })
    const [mail] = await harness.messagesTo(ada)
    const link = /https?:\/\/\S+/.exec(mail?.body ?? '')?.[0] ?? ''
    const scanner = harness.browser()
    await scanner.go(link)
    const reader = harness.browser()
    const opened = await reader.go(link)
    expect([opened.status, opened.location]).toEqual([303, `${pages}/verification?flow=${flow.id}`])
    const shown = (await reader.ask(`/self-service/verification/flows?id=${flow.id}`)).body
    expect(field(shown, 'code').attributes.value).toBe(await harness.codeFor(ada))
    expect((await sender.ask(`/self-service/verification/flows?id=${flow.id}`)).status).toBe(403)
    const done = await reader.send(shown, { method: 'code', code: field(shown, 'code').attributes.value })
    expect(done.body.state).toBe('passed_challenge')
    expect((await reader.go(link)).location).toMatch(/^http:\/\/app\.example\.test\/verification\?flow=/)
  })

  test('an invented link changes nothing', async () => {
    harness = await createHarness()
    const browser = harness.browser()
    const flow = (await browser.ask(start)).body
    const other = harness.browser()
    await other.go(`/self-service/verification?flow=${flow.id}&code=123456`)
    expect((await browser.ask(`/self-service/verification/flows?id=${flow.id}`)).status).toBe(200)
    expect((await other.go('/self-service/verification?flow=nope&code=1')).location).toContain('/error?id=')
  })
})

describe('permission to request a proof', () => {
  test('asking for a code needs the token, handing one in does not', async () => {
    harness = await createHarness()
    await harness.account(ada)
    const browser = harness.browser()
    const flow = (await browser.ask(start)).body
    expect((await browser.send(flow, { method: 'code', email: ada, csrf_token: 'x' })).status).toBe(403)
    await browser.send(flow, { method: 'code', email: ada })
    const code = await harness.codeFor(ada)
    expect((await harness.browser().send(flow, { method: 'code', code, csrf_token: undefined })).body.state).toBe(
      'passed_challenge',
    )
  })

  test('a phone number is no email address; switched off is switched off', async () => {
    harness = await createHarness()
    const app = harness.app()
    const flow = (await app.ask('/self-service/verification/api')).body
    expect(messagesAt((await app.send(flow, { method: 'code', email: '+4915112345678' })).body, 'email')).toEqual([
      4000040,
    ])
    expect(messages((await app.send(flow, {})).body)).toEqual([4010006])
    await harness.stop()
    harness = await createHarness({ selfservice: { flows: { verification: { enabled: false } } } })
    expect((await harness.browser().ask(start)).status).toBe(400)
  })

  test('an expired flow is replaced by a new one', async () => {
    harness = await createHarness({ selfservice: { flows: { verification: { lifespan: '1m' } } } })
    const browser = harness.browser()
    const flow = (await browser.ask(start)).body
    harness.clock.advance(60_000)
    expect((await browser.ask(`/self-service/verification/flows?id=${flow.id}`)).status).toBe(410)
    const sent = await browser.send(flow, { method: 'code', email: ada })
    expect(sent.status).toBe(303)
    expect(messages((await browser.ask(sent.location ?? '')).body)).toEqual([4070005])
  })
})
