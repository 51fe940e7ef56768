import { expect, onTestFinished, test, vi } from 'vitest'
import { mailCheck } from '../identity/mail-check.ts'
import { createHealth, downUntilSound, sound, works, type Condition } from './health.ts'

function healthOf(checks: Parameters<typeof createHealth>[0]) {
  const lines: string[] = []
  const note = (fields: object, text: string) => void lines.push(`${JSON.stringify(fields)} ${text}`)
  const health = createHealth(checks, { debug: note, info: note, warn: note, error: note })
  const ask = async (path: string) => {
    const answer = await health.fetch(new Request(`http://localhost${path}`))
    return [answer.status, await answer.json()]
  }
  return { ask, lines }
}

test('ready once every part works', async () => {
  const { ask } = healthOf({ database: works(async () => true) })
  expect(await ask('/health/ready')).toEqual([200, { status: 'ok' }])
})

test('not ready while an indispensable part fails, by name and without its reason @health-1', async () => {
  const { ask } = healthOf({
    database: works(async () => true),
    identity: () => Promise.reject(new Error('10.0.0.5 refused')),
  })
  expect(await ask('/health/ready')).toEqual([503, { errors: { identity: 'not available' } }])
  expect((await ask('/health/alive'))[0]).toBe(200)
})

test('ready, and degraded, while a part fails that the others go without; each change is logged once @health-2', async () => {
  let mail: Condition = { kind: 'degraded', what: 'backlog' }
  const { ask, lines } = healthOf({ database: async () => sound, mail: async () => mail })
  const degraded = [200, { status: 'degraded', degraded: { mail: 'backlog' } }]
  expect([await ask('/health/ready'), await ask('/health/ready')]).toEqual([degraded, degraded])
  mail = sound
  expect(await ask('/health/ready')).toEqual([200, { status: 'ok' }])
  expect(lines).toEqual([
    '{"part":"mail","condition":"degraded","what":"backlog"} a part of the service is not sound',
    '{"part":"mail"} a part of the service is sound again',
  ])
})

test('a dependency that all gateways share is down until it worked once, and degraded when it fails later @health-3', async () => {
  let isThere = false
  const { ask } = healthOf({ identity: downUntilSound(works(async () => isThere)) })
  expect((await ask('/health/ready'))[0]).toBe(503)
  isThere = true
  expect((await ask('/health/ready'))[0]).toBe(200)
  isThere = false
  expect(await ask('/health/ready')).toEqual([200, { status: 'degraded', degraded: { identity: 'not available' } }])
})

test('ready while no database can count the waiting messages: mail is degraded, and every other part reports itself @health-5', async () => {
  let isLost = true
  const messagesOverdue = () => (isLost ? Promise.reject(new Error('ECONNREFUSED')) : Promise.resolve(10))
  const messages = { messagesOverdue, carriersFail: async () => false }
  const { ask } = healthOf({ mail: mailCheck(messages) })
  const lost = [200, { status: 'degraded', degraded: { mail: 'not available' } }]
  expect(await ask('/health/ready')).toEqual(lost)
  isLost = false
  // A check costs something, so its result is cached for a while.
  expect(await ask('/health/ready')).toEqual(lost)
  expect(await healthOf({ mail: mailCheck(messages) }).ask('/health/ready')).toEqual([
    200,
    { status: 'degraded', degraded: { mail: 'backlog' } },
  ])
})

test('a slow check is not waited for: the last known condition is answered, and what it finds later counts @health-6', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const looks: PromiseWithResolvers<Condition>[] = []
  const { ask, lines } = healthOf({
    database: () => {
      const look = Promise.withResolvers<Condition>()
      looks.push(look)
      return look.promise
    },
    shutdown: works(async () => true),
  })
  const askLate = async () => {
    const answer = ask('/health/ready')
    await vi.advanceTimersByTimeAsync(300)
    return answer
  }
  // The first condition is waited for: none is known.
  const first = askLate()
  await vi.advanceTimersByTimeAsync(1_000)
  looks[0]?.resolve(sound)
  expect(await first).toEqual([200, { status: 'ok' }])
  expect([await askLate(), await askLate()]).toEqual([
    [200, { status: 'ok' }],
    [200, { status: 'ok' }],
  ])
  // While a check runs, it is not started again.
  expect(looks).toHaveLength(2)
  looks[1]?.reject(new Error('gone'))
  await vi.advanceTimersByTimeAsync(0)
  expect(await askLate()).toEqual([503, { errors: { database: 'not available' } }])
  expect(lines).toEqual([
    '{"part":"database","condition":"down","what":"not available"} a part of the service is not sound',
  ])
  looks[2]?.resolve(sound)
  await vi.advanceTimersByTimeAsync(0)
  expect(await askLate()).toEqual([200, { status: 'ok' }])
})

test('every other address is not found', async () => {
  expect((await healthOf({}).ask('/health/secrets'))[0]).toBe(404)
})
