import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Service } from './service.ts'
import type { Session } from './session.ts'
import { createSessionStore } from './store.ts'

const now = Date.parse('2026-05-04T12:00:00Z')
const session = (expiresAt: number): Session => ({
  id: 'session',
  active: true,
  expires_at: new Date(expiresAt).toISOString(),
  authenticated_at: '2026-05-04T00:00:00Z',
  authenticator_assurance_level: 'aal1',
  identity: { id: 'ada', traits: {} },
})

/** How often a service is asked that always answers the same, within some time of a visible page. */
async function asksWithin(ms: number, given: Session): Promise<number> {
  let asked = 0
  const service: Service = {
    read: () => {
      asked += 1
      return Promise.resolve({ status: 'signed_in', session: given })
    },
    token: () => Promise.resolve(undefined),
    signOutAddress: () => Promise.resolve(''),
    signInUrl: () => '',
    accountUrl: () => '',
  }
  const unsubscribe = createSessionStore(service, given).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(ms)
  unsubscribe()
  return asked
}

beforeEach(() => {
  vi.useFakeTimers({ now })
  const page = new EventTarget()
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('asks when the session ends, and once a minute if it is over by the clock of the browser alone', async () => {
  expect(await asksWithin(59_000, session(now + 60_000))).toBe(0)
  vi.setSystemTime(now)
  expect(await asksWithin(61_000, session(now + 60_000))).toBe(1)
  vi.setSystemTime(now)
  expect(await asksWithin(10 * 60_000, session(now - 60_000))).toBe(10)
})

it('waits for an end that is further away than timers reach', async () => {
  expect(await asksWithin(60_000, session(now + 400 * 24 * 3_600_000))).toBe(0)
})

it('asks again after a while if the service could not be reached, until it answers', async () => {
  let asked = 0
  const service: Service = {
    read: () => {
      asked += 1
      return Promise.resolve(asked < 3 ? { status: 'unavailable', reason: 'busy' } : { status: 'signed_out' })
    },
    token: () => Promise.resolve(undefined),
    signOutAddress: () => Promise.resolve(''),
    signInUrl: () => '',
    accountUrl: () => '',
  }
  const store = createSessionStore(service, undefined)
  const unsubscribe = store.subscribe(() => {})
  await store.refresh()
  expect([asked, store.state().status]).toEqual([1, 'unavailable'])
  await vi.advanceTimersByTimeAsync(60_000)
  unsubscribe()
  expect([asked, store.state().status]).toEqual([3, 'signed_out'])
})
