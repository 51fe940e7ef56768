import { startMailbox, type Mailbox } from '@gatehouse/testing/receivers'
import { afterEach, expect, test } from 'vitest'

import { createHarness, type Harness } from '../flows/flow-harness.fixture.ts'
import { freeAllowance } from '../limits/free.fixture.ts'
import { noLimits } from '../limits/policy.ts'
import { login, openCourier } from './open-courier.fixture.ts'

const ada = 'ada@example.org'
let mailbox: Mailbox
let harness: Harness | undefined
afterEach(async () => {
  await harness?.stop()
  await mailbox.close()
  harness = undefined
})

const codeIn = ({ text }: { readonly text: string }) => /\b\d{6}\b/.exec(text)?.[0]

test('of two codes requested at once the last to arrive is the one that counts, twenty times @courier-order-1', async () => {
  mailbox = await startMailbox()
  harness = await createHarness(
    { courier: { smtp: { connection_uri: mailbox.uri } } },
    undefined,
    {},
    { limits: noLimits },
  )
  harness.start()
  await harness.account(ada)
  for (let round = 0; round < 20; round += 1) {
    const browser = harness.browser()
    const flow = (await browser.ask('/self-service/login/browser')).body
    const ask = () => browser.send(flow, { method: 'code', identifier: ada, resend: 'code' })
    await ask()
    await ask()
    await harness.idle()
    const last = mailbox.all(ada).at(-1)
    const entered = await browser.send(flow, { method: 'code', identifier: ada, code: last && codeIn(last) })
    expect([round, entered.status]).toEqual([round, 200])
    harness.clock.advance(60_000)
  }
})

test('messages to one recipient leave one after another, and hold up no one else @courier-order-2', async () => {
  const arrived = Promise.withResolvers<void>()
  let isFirst = true
  mailbox = await startMailbox(0, async () => {
    if (!isFirst) return
    isFirst = false
    // The mail server accepts the first message once the other recipient's has arrived.
    await arrived.promise
  })
  const { courier, outbox } = openCourier(mailbox.uri)
  const codes = ['111111', '222222', '333333']
  for (const code of codes) await courier.enqueue({ ...login, data: { ...login.data, code } }, await freeAllowance(ada))
  await courier.enqueue({ ...login, recipient: 'bob@example.org' }, await freeAllowance('bob@example.org'))
  courier.start()
  await mailbox.next({ to: 'bob@example.org' })
  expect(mailbox.all(ada)).toEqual([])
  arrived.resolve()
  await courier.idle()
  expect(mailbox.all(ada).map(codeIn)).toEqual(codes)
  expect(await outbox.waiting('email')).toBe(0)
  await courier.stop()
})

test('a message that waits for another try delays only those to the same recipient @courier-order-3', async () => {
  mailbox = await startMailbox()
  const { courier, outbox } = openCourier(undefined, {})
  const taken = async (now: number) =>
    (await outbox.claim({ types: ['email'], limit: 10, now, holder: 'one' })).map(({ recipient }) => recipient)
  await courier.enqueue(login, await freeAllowance(ada))
  const now = 1_000_000
  const [first] = await outbox.claim({ types: ['email'], limit: 10, now, holder: 'one' })
  if (first === undefined) throw new Error('there is a message')
  await courier.enqueue(login, await freeAllowance(ada))
  await courier.enqueue({ ...login, recipient: 'bob@example.org' }, await freeAllowance('bob@example.org'))
  expect(await taken(now), 'while the first is on its way').toEqual(['bob@example.org'])
  const later = { ...first, status: 'queued', dueAt: now + 5_000, updatedAt: now } as const
  const dispatch = {
    id: '00000000-0000-4000-8000-000000000001',
    messageId: first.id,
    status: 'failed',
    error: 'busy',
    createdAt: now,
  } as const
  await outbox.settle(later, dispatch, 'one')
  expect(await taken(now), 'while the first waits').toEqual([])
  // The lease of the message being sent ends later: the first one is the next to be due.
  expect(await outbox.nextDue(['email'], 60_000)).toBe(now + 5_000)
  expect(await taken(now + 5_000), 'one of a recipient at a time').toEqual([ada])
  await courier.stop()
})
