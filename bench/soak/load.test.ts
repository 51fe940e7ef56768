import { expect, test } from 'vitest'
import { personFor } from './load.ts'
import { newPerson } from './people.ts'

const hourMs = 60 * 60_000

test('what only a signed-in person can do is given to one, however few they are', () => {
  const now = Date.UTC(2027, 0, 1)
  const all = Array.from({ length: 1_000 }, (_, number) => newPerson(number, 'a password', true))
  const session = (hoursAgo: number) => ({ id: 'one', token: 'one', since: now, lastUsedAt: now - hoursAgo * hourMs })
  all[700]?.sessions.add(session(13))
  all[800]?.sessions.add(session(1))
  const chosen = (name: Parameters<typeof personFor>[1], at: number) =>
    all.indexOf(personFor({ all, now }, name, () => at))
  for (const name of ['use a session', 'sign out', 'be signed out by an operator'] as const) {
    expect([0, 0.5, 0.9].map((at) => chosen(name, at))).toEqual([800, 800, 800])
  }
  expect([0, 0.5, 0.9].map((at) => chosen('sign in', at))).toEqual([0, 500, 900])
  // Without anybody signed in, somebody tries.
  all[800]?.sessions.clear()
  expect(chosen('sign out', 0.5)).toBe(500)
  // A busy person does one thing after the other.
  Object.assign(all[500] ?? {}, { isBusy: true })
  expect(chosen('sign in', 0.5)).toBe(501)
})
