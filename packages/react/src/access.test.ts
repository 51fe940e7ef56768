import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { accessOf } from './access.ts'
import { noteLeaving, noteProof } from './proof.ts'
import type { Session } from './session.ts'

const now = Date.parse('2026-05-04T12:00:00Z')
const minute = 60_000

beforeEach(() => {
  vi.useFakeTimers({ now })
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const session = (provedAt: number, organization: string | null = null): Session => ({
  id: 'session',
  active: true,
  expires_at: '2026-06-01T00:00:00Z',
  authenticated_at: new Date(provedAt).toISOString(),
  authenticator_assurance_level: 'aal1',
  identity: { id: 'ada', traits: {}, organization_id: organization },
})
const signedIn = (given: Session) => ({ status: 'signed_in', session: given }) as const

it('redirects a visitor who is not signed in to the sign-in, also on a page for members alone', () => {
  const organization = 'engines'
  expect(accessOf({ status: 'signed_out' }, { organization })).toEqual({ kind: 'leave', wish: {} })
  const owed = accessOf({ status: 'second_factor_required' }, { organization })
  expect(owed).toEqual({ kind: 'leave', wish: { aal: 'aal2' } })
  expect(accessOf(signedIn(session(now)), { organization }).kind).toBe('forbidden')
  expect(accessOf(signedIn(session(now, organization)), { organization }).kind).toBe('allowed')
})

it('asks for a proof that is fresh, and for a second factor', () => {
  const old = signedIn(session(now - 6 * minute))
  expect(accessOf(old, { maxAge: 300 })).toEqual({ kind: 'leave', wish: { refresh: true, aal: undefined } })
  expect(accessOf(old, { maxAge: 600 }).kind).toBe('allowed')
  expect(accessOf(old, { aal: 'aal2' })).toEqual({ kind: 'leave', wish: { aal: 'aal2' } })
})

it('asks once for a fresh proof if the clock of the browser is fast, and again when that proof is old', () => {
  // The service is an hour behind this browser.
  const before = session(now - 90 * minute)
  const after = session(now - 60 * minute)
  const demand = { maxAge: 300 }
  expect(accessOf(signedIn(before), demand).kind).toBe('leave')
  noteLeaving(before)
  expect(accessOf(signedIn(before), demand).kind).toBe('leave')
  expect(accessOf(signedIn(after), demand).kind).toBe('allowed')
  noteProof(after)
  vi.setSystemTime(now + 4 * minute)
  noteProof(after)
  expect(accessOf(signedIn(after), demand).kind).toBe('allowed')
  vi.setSystemTime(now + 6 * minute)
  expect(accessOf(signedIn(after), demand).kind).toBe('leave')
})
