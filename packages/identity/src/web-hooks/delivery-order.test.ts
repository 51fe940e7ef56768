import { afterEach, beforeEach, expect, test } from 'vitest'

import { createHarness, goodPassword, type Harness, type HarnessOptions } from '../flows/flow-harness.fixture.ts'
import { openTestedTwice } from '../sql/tested-database.fixture.ts'
import { startHookReceiver, webHook, type HookReceiver } from './receiver.fixture.ts'

let harness: Harness
let receiver: HookReceiver

beforeEach(async () => void (receiver = await startHookReceiver()))
afterEach(async () => {
  await harness?.stop()
  await receiver.close()
})

const ada = 'ada@example.org'
const grace = 'grace@example.org'
const later = (path: string) => webHook(receiver.url + path, { response: { ignore: true } })
const hour = 3_600_000

/** Creates a service that reports sign-ups, sign-ins and changes to another one. */
function reporting(paths: readonly string[], options: HarnessOptions = {}) {
  const called = { after: { hooks: paths.map(later) } }
  const registration = { after: { hooks: [...called.after.hooks, { hook: 'session' }] } }
  const flows = { registration, login: called, settings: called }
  return createHarness({ selfservice: { flows } }, undefined, {}, options)
}

/** Opens such a service, which calls in the background. */
async function open(...paths: string[]) {
  harness = await reporting(paths)
  harness.start()
}

async function signUp(email: string) {
  const browser = harness.browser()
  const flow = (await browser.ask('/self-service/registration/browser')).body
  await browser.send(flow, { method: 'password', traits: { email }, password: goodPassword })
  return browser
}

async function rename(browser: Awaited<ReturnType<typeof signUp>>, email: string, first: string) {
  const settings = (await browser.ask('/self-service/settings/browser')).body
  return browser.send(settings, { method: 'profile', traits: { email, name: { first } } })
}

async function pass(milliseconds: number) {
  harness.clock.advance(milliseconds)
  harness.start()
  await harness.idle()
}

/** Records the calls that were answered well, in order, by account and name. */
function hear(isAway: (email: string, path: string) => boolean) {
  const heard: string[] = []
  const answer =
    (path: string) =>
    ({ body }: HookReceiver['received'][number]) => {
      const { email, name } = body.identity.traits
      if (isAway(email, path)) return { status: 503 }
      heard.push([path, email, body.type, ...(name?.first ? [name.first] : [])].join(' '))
      return { status: 204 }
    }
  receiver.answers = { '/crm': answer('/crm'), '/news': answer('/news') }
  return heard
}

test('after an outage a service receives an account’s events in their order, and waits for no other account @hook-order-1', async () => {
  await open('/crm')
  let isOut = true
  const heard = hear((email) => isOut && email === ada)
  const browser = await signUp(ada)
  await harness.idle()
  harness.clock.advance(1_000)
  await rename(browser, ada, 'Ada')
  await rename(browser, ada, 'Augusta')
  await signUp(grace)
  await harness.idle()
  expect(heard).toEqual([`/crm ${grace} registration.after`])
  isOut = false
  await pass(2_000)
  expect(heard).toHaveLength(1)
  await pass(3_000)
  expect(heard.slice(1)).toEqual([
    `/crm ${ada} registration.after`,
    `/crm ${ada} settings.after Ada`,
    `/crm ${ada} settings.after Augusta`,
  ])
})

test('one service that is away does not keep another one waiting @hook-order-2', async () => {
  await open('/crm', '/news')
  const heard = hear((_, path) => path === '/crm')
  await rename(await signUp(ada), ada, 'Ada')
  await harness.idle()
  expect(heard).toEqual([`/news ${ada} registration.after`, `/news ${ada} settings.after Ada`])
})

test('an outage of six days loses nothing, one of more than a week is abandoned and named @hook-order-3', async () => {
  await open('/crm')
  let isOut = true
  const heard = hear(() => isOut)
  await signUp(ada)
  for (let hours = 0; hours < 6 * 24; hours += 1) await pass(hour)
  isOut = false
  await pass(hour)
  expect(heard).toEqual([`/crm ${ada} registration.after`])
  isOut = true
  await signUp(grace)
  for (let hours = 0; hours <= 7 * 24; hours += 1) await pass(hour)
  expect(harness.warnings.at(-1)).toMatch(
    /registration\.after\.hooks\.0 is given up after \d+ attempts: it answered 503/,
  )
  isOut = false
  await pass(hour)
  expect(heard).toHaveLength(1)
})

test('a call that is refused repeatedly is given up after half a day, and the next one is sent @hook-order-4', async () => {
  await open('/crm')
  const browser = await signUp(ada)
  await harness.idle()
  receiver.received = []
  receiver.answers = { '/crm': ({ body }) => ({ status: body.identity.traits.name.first === 'Ada' ? 422 : 204 }) }
  await rename(browser, ada, 'Ada')
  await rename(browser, ada, 'Augusta')
  for (let hours = 0; hours < 20; hours += 1) await pass(hour)
  const names = receiver.received.map(({ body }) => body.identity.traits.name.first)
  expect([names.length, names.at(-1), names.at(-2)]).toEqual([17, 'Augusta', 'Ada'])
})

test('an account’s events at two machines are sent in their order if the clock of one is behind @hook-order-5', async () => {
  const [own, others] = openTestedTwice()
  const heard = hear(() => false)
  harness = await reporting(['/crm'], { isShared: true, observe: () => own })
  const behind = await reporting(['/crm'], { isShared: true, observe: () => others })
  harness.clock.advance(500)
  await signUp(ada)
  const browser = behind.browser()
  const flow = (await browser.ask('/self-service/login/browser')).body
  const signedIn = await browser.send(flow, { method: 'password', identifier: ada, password: goodPassword })
  expect(signedIn.status).toBe(200)
  await behind.stop()
  await pass(0)
  expect(heard).toEqual([`/crm ${ada} registration.after`, `/crm ${ada} login.after`])
})
