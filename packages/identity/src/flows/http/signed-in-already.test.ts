import { afterEach, expect, test } from 'vitest'

import { createHarness, pages, service, type Harness } from '../flow-harness.fixture.ts'

let harness: Harness
afterEach(() => harness.stop())

const ada = 'ada@example.org'
const starts = ['login', 'registration', 'recovery'] as const

async function signedIn() {
  harness = await createHarness()
  await harness.account(ada)
  const browser = harness.browser()
  await browser.signIn(ada)
  return browser
}

test.each(starts)('a signed-in person who starts %s is sent to the requested address @already-1', async (kind) => {
  const browser = await signedIn()
  const start = `/self-service/${kind}/browser`
  for (const [wanted, location] of [
    [`${pages}/orders?page=2`, `${pages}/orders?page=2`],
    ['/orders', `${pages}/orders`],
    ['https://shop.friend.test/in/cart', 'https://shop.friend.test/in/cart'],
    ['', `${pages}/`],
  ] as const) {
    const answer = await browser.go(`${start}?return_to=${encodeURIComponent(wanted)}`)
    expect([wanted, answer.status, answer.location]).toEqual([wanted, kind === 'recovery' ? 302 : 303, location])
  }
  const asked = await browser.ask(`${start}?return_to=${encodeURIComponent(`${pages}/orders`)}`)
  expect([asked.status, asked.body.error.id]).toEqual([400, 'session_already_available'])
})

test.each([...starts, 'settings', 'verification'])(
  'a foreign address is refused at the start of %s, with and without a session @already-2',
  async (kind) => {
    const browser = await signedIn()
    const visitors = kind === 'settings' ? [browser] : [browser, harness.browser()]
    for (const visitor of visitors) {
      const start = `/self-service/${kind}/browser?return_to=${encodeURIComponent('https://evil.example.com/')}`
      const asked = await visitor.ask(start)
      expect([asked.status, asked.body.error.id]).toEqual([400, 'self_service_flow_return_to_forbidden'])
      const opened = await visitor.go(start)
      expect([opened.status, opened.location]).toEqual([303, expect.stringContaining(`${pages}/error?id=`)])
    }
  },
)

test('a signed-in person who sends a form of a sign-up is redirected to its requested address @already-3', async () => {
  harness = await createHarness()
  await harness.account(ada)
  const browser = harness.browser()
  const wanted = `${pages}/orders`
  const flow = (await browser.ask(`/self-service/registration/browser?return_to=${encodeURIComponent(wanted)}`)).body
  await browser.signIn(ada)
  const sent = await browser.post(flow, { method: 'password', 'traits.email': 'bob@example.org' })
  expect([sent.status, sent.location]).toEqual([303, wanted])
  expect(new URL(flow.ui.action).origin).toBe(service)
})
