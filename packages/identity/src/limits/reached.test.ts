import { afterEach, describe, expect, test } from 'vitest'

import { goodPassword, messages } from '../flows/flow-harness.fixture.ts'
import { configurations, createCrowd, victim, type Crowd } from './crowd.fixture.ts'

let crowd: Crowd
afterEach(() => crowd.harness.stop())

const byPassword = { method: 'password', password: goodPassword }
const identities = async () => (await crowd.harness.admin('GET', '/identities')).body as { traits: object }[]

/** Uses up the messages to an address without creating an account. */
async function consumeProof(to: string): Promise<void> {
  for (let count = 0; count < 6; count += 1) {
    expect((await crowd.submit('recovery', { method: 'code', email: to })).answer.status).toBe(200)
  }
}

describe('if a message may not be sent', () => {
  test('a sign-up creates no account, reports the wait, and continues in the same form afterwards', async () => {
    crowd = await createCrowd()
    await consumeProof(victim)
    const fields = { ...byPassword, traits: { email: victim } }
    const { flow, answer } = await crowd.submit('registration', fields)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '900'])
    expect(answer.body.error).toMatchObject({ id: 'too_many_attempts', details: { retry_after: 900 } })
    expect([await identities(), await crowd.messagesTo(victim)]).toEqual([[], 0])
    crowd.harness.clock.advance(900_000)
    expect((await crowd.send(flow, fields)).status).toBe(200)
    expect([(await identities()).length, await crowd.messagesTo(victim)]).toEqual([1, 1])
  })

  test('a profile stays as it was, with all other parts of the change', async () => {
    crowd = await createCrowd()
    const { token } = await crowd.signUp({ name: 'eve' })
    await consumeProof(victim)
    const { answer } = await crowd.submit(
      'settings',
      { method: 'profile', traits: { name: 'new', email: victim } },
      token,
    )
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '900'])
    expect(await identities()).toMatchObject([{ traits: { name: 'eve' } }])
    const { answer: other } = await crowd.submit('settings', { method: 'profile', traits: { name: 'new' } }, token)
    expect([other.status, (await identities())[0]?.traits]).toEqual([200, { name: 'new' }])
  })

  test('a sign-in continues without it @reached-1', async () => {
    crowd = await createCrowd(configurations.verifiesAfterSignIn)
    await crowd.signUp({ name: 'eve', contact: victim })
    const signIn = async () => (await crowd.submit('login', { ...byPassword, identifier: 'eve' })).answer
    for (let count = 0; count < 5; count += 1) {
      expect((await signIn()).body.continue_with).toMatchObject([{ action: 'show_verification_ui' }])
    }
    const answer = await signIn()
    expect([answer.status, answer.body.continue_with]).toEqual([200, null])
    expect(typeof answer.body.session_token).toBe('string')
  })

  test('a sign-in that needs a proved address has to wait', async () => {
    crowd = await createCrowd(configurations.signsInVerifiedOnly)
    await crowd.signUp({ name: 'eve', contact: victim })
    const signIn = async () => (await crowd.submit('login', { ...byPassword, identifier: 'eve' })).answer
    for (let count = 0; count < 5; count += 1) expect((await signIn()).status).toBe(403)
    const answer = await signIn()
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '900'])
  })
})

test('an invitation to the console is not mailed for the seventh time, and the inviter is informed', async () => {
  crowd = await createCrowd()
  const invite = () => crowd.harness.inviteOperator(victim)
  const results = await Promise.all(Array.from({ length: 7 }, invite))
  // They are sent at once, so that any of them may be the one that is refused.
  expect(results.toSorted()).toEqual([...Array.from({ length: 6 }, () => 'mailed'), 'too_many_messages'])
  expect(await crowd.messagesTo(victim)).toBe(6)
  expect((await crowd.submit('recovery', { method: 'code', email: victim })).answer.status).toBe(429)
})

describe('the limits of one address', () => {
  test('sign-ups with the addresses of strangers send no more than thirty messages @reached-2', async () => {
    crowd = await createCrowd()
    crowd.fromOne()
    const statuses: number[] = []
    for (let count = 0; count < 60; count += 1) {
      statuses.push((await crowd.signUp({ email: `stranger${count}@example.org` })).answer.status)
    }
    expect([await crowd.allMessages(), (await identities()).length]).toEqual([30, 30])
    expect(statuses.slice(30)).toEqual(Array.from({ length: 30 }, () => 429))
  })

  test('more messages at once than there may be are refused for good, and nothing is written', async () => {
    crowd = await createCrowd()
    crowd.fromOne()
    const more = Array.from({ length: 31 }, (_, index) => `stranger${index}@example.org`)
    const { answer } = await crowd.signUp({ name: 'eve', more })
    expect([answer.status, answer.body.error.reason]).toEqual([
      400,
      'This would send more messages at once than may be sent. Please give fewer addresses, or one after the other.',
    ])
    expect([await crowd.allMessages(), await identities()]).toEqual([0, []])
  })

  test('wrong codes count with failed sign-ins, in all flows @reached-3', async () => {
    crowd = await createCrowd()
    crowd.fromOne()
    const flows = []
    for (let count = 0; count < 15; count += 1) {
      flows.push((await crowd.submit('recovery', { method: 'code', email: `stranger${count}@example.org` })).flow)
    }
    const statuses = []
    for (const flow of flows) {
      for (let count = 0; count < 5; count += 1) {
        statuses.push((await crowd.send(flow, { method: 'code', code: '000000' })).status)
      }
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(60)
    expect(statuses.filter((status) => status === 429)).toHaveLength(15)
  })
})

describe('nothing is used up', () => {
  test('by a list of addresses that is sent with another request @reached-4', async () => {
    crowd = await createCrowd()
    const traits = [victim, ...Array.from({ length: 5_000 }, (_, index) => `stranger${index}@example.org`)]
    for (let count = 0; count < 7; count += 1) {
      await crowd.submit('login', { method: 'code', identifier: 'eve@example.org', traits })
      await crowd.submit('recovery', { method: 'code', email: 'eve@example.org', traits })
    }
    // Of one recipient and of one address for each request.
    const rows = JSON.parse(await crowd.harness.rows('spent_allowances')) as unknown[]
    expect(rows.length).toBeLessThan(30)
    await consumeProof(victim)
  })

  test('by a sign-up with an address of another account', async () => {
    crowd = await createCrowd()
    crowd.fromOne()
    await crowd.signUp({ email: victim })
    for (let count = 0; count < 40; count += 1) {
      expect(messages((await crowd.signUp({ email: victim })).answer.body)).toEqual([4000007])
    }
    const ask = async () => (await crowd.submit('recovery', { method: 'code', email: victim })).answer.status
    for (const status of [200, 200, 200, 200, 200, 429]) expect(await ask()).toBe(status)
  })

  test('by a right code: it forgives the wrong ones before', async () => {
    crowd = await createCrowd()
    await crowd.signUp({ email: victim })
    for (let round = 0; round < 4; round += 1) {
      crowd.harness.clock.advance(1)
      const { flow } = await crowd.submit('login', { method: 'code', identifier: victim })
      for (const code of ['1', '2', '3', '4']) {
        expect((await crowd.send(flow, { method: 'code', code })).status).toBe(400)
      }
      const right = await crowd.send(flow, { method: 'code', code: await crowd.harness.codeFor(victim) })
      expect(right.status).toBe(200)
    }
  })
})

test('a right code forgives only those of its own recipient @reached-5', async () => {
  crowd = await createCrowd()
  const own = 'eve@example.org'
  await crowd.signUp({ email: victim })
  await crowd.signUp({ email: own })
  crowd.harness.clock.advance(1)
  const guess = async (flow: { ui: { action: string } }) =>
    (await crowd.send(flow, { method: 'code', code: '1' })).status
  for (let round = 0; round < 2; round += 1) {
    const { flow } = await crowd.submit('recovery', { method: 'code', email: victim })
    for (let count = 0; count < 5; count += 1) expect(await guess(flow)).toBe(200)
  }
  const { flow: ownFlow } = await crowd.submit('login', { method: 'code', identifier: own })
  const right = { method: 'code', identifier: victim, code: await crowd.harness.codeFor(own) }
  expect((await crowd.send(ownFlow, right)).status).toBe(200)
  const { flow } = await crowd.submit('recovery', { method: 'code', email: victim })
  expect(await guess(flow)).toBe(429)
})
