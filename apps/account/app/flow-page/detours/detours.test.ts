import type { ErrorEnvelope } from '@gatehouse/contract/http'
import { describe, expect, it } from 'vitest'
import { detour } from './detours.server.ts'
import type { Situation } from './outcome.ts'

const origin = 'https://account.example.org'

function situation(
  given: Partial<Omit<Situation, 'envelope' | 'url'>> & { readonly id?: string; readonly path?: string },
  more: Partial<ErrorEnvelope> = {},
): Situation {
  const { id, path = '/login', status = 403, ...rest } = given
  const error = { code: status, status: '', message: '', ...(id === undefined ? {} : { id }), ...more.error }
  return {
    kind: 'login',
    phase: 'submit',
    url: new URL(path, origin),
    publicOrigin: origin,
    sentCookies: true,
    status,
    ...rest,
    envelope: { ...more, error },
  }
}

describe('a refusal that redirects', () => {
  it('goes to our own page for a second factor, without a hop over the service', () => {
    const redirect_browser_to = `${origin}/self-service/login/browser?aal=aal2`
    const outcome = detour(situation({ id: 'browser_location_change_required', status: 422 }, { redirect_browser_to }))
    expect(outcome).toEqual({ kind: 'go', to: '/login?aal=aal2', document: false })
  })

  it('returns from a fresh sign-in to the submission that the service keeps', () => {
    const back = `${origin}/self-service/settings?flow=abc`
    const redirect_browser_to = `${origin}/self-service/login/browser?refresh=true&return_to=${encodeURIComponent(back)}`
    const outcome = detour(
      situation(
        { kind: 'settings', path: '/settings?flow=abc', id: 'session_refresh_required' },
        { redirect_browser_to },
      ),
    )
    expect(outcome).toEqual({
      kind: 'go',
      to: `/login?refresh=true&return_to=${encodeURIComponent(back)}`,
      document: false,
    })
  })

  it('returns from a second factor to the page that asked for it', () => {
    const redirect_browser_to = `${origin}/self-service/login/browser?aal=aal2`
    const outcome = detour(
      situation(
        { kind: 'settings', phase: 'create', path: '/settings?flow=gone', id: 'session_aal2_required' },
        { redirect_browser_to },
      ),
    )
    const query = new URLSearchParams({ aal: 'aal2', return_to: `${origin}/settings` })
    expect(outcome).toEqual({ kind: 'go', to: `/login?${query}`, document: false })
  })

  it('loads another origin as a document', () => {
    const redirect_browser_to = 'https://provider.example/authorize?state=1'
    const outcome = detour(situation({ id: 'browser_location_change_required', status: 422 }, { redirect_browser_to }))
    expect(outcome).toEqual({ kind: 'go', to: redirect_browser_to, document: true })
  })

  it('asks for a sign-in first and returns', () => {
    const outcome = detour(
      situation({ kind: 'settings', phase: 'create', path: '/settings', id: 'session_inactive', status: 401 }),
    )
    const query = new URLSearchParams({ return_to: `${origin}/settings` })
    expect(outcome).toEqual({ kind: 'go', to: `/login?${query}`, document: false })
  })

  it.each([`${origin}/sessions`, 'https://evil.example/'])(
    'has the service lead on who is signed in already, for it alone knows whether %s is allowed',
    (return_to) => {
      const path = `/login?${new URLSearchParams({ return_to })}`
      const outcome = detour(situation({ phase: 'create', path, id: 'session_already_available', status: 400 }))
      expect(outcome).toEqual({ kind: 'leave' })
    },
  )

  it('shows the verification page that an unverified address needs', () => {
    const continue_with = [
      { action: 'show_verification_ui', flow: { id: 'v1', verifiable_address: 'ada@example.org' } },
    ]
    const error = {
      code: 400,
      status: '',
      message: '',
      id: 'session_verified_address_required',
      details: { continue_with },
    }
    const outcome = detour(situation({}, { error }))
    expect(outcome).toEqual({ kind: 'go', to: '/verification?flow=v1', document: false })
  })
})

describe('a lost flow', () => {
  it('is replaced by the one the service has made', () => {
    const outcome = detour(situation({ id: 'self_service_flow_expired', status: 410 }, { use_flow_id: 'next' }))
    expect(outcome).toEqual({ kind: 'replace', flowId: 'next', status: 410 })
  })

  it.each([
    ['expired', { id: 'self_service_flow_expired', status: 410 }],
    ['expired', { kind: 'recovery', phase: 'read', status: 410 }],
    ['unknown_flow', { phase: 'read', status: 404 }],
    ['cookies_changed', { id: 'security_csrf_violation' }],
    ['cookies_blocked', { id: 'security_csrf_violation', sentCookies: false }],
    ['other_account', { kind: 'settings', id: 'security_identity_mismatch' }],
    ['account_inactive', { status: 401 }],
  ] as const)('starts over and says %s', (notice, given) => {
    expect(detour(situation(given))).toMatchObject({ kind: 'restart', notice })
  })
})

describe('a refusal without a next step', () => {
  it.each([
    ['a closed registration', { kind: 'registration', phase: 'create', id: 'self_service_flow_disabled', status: 400 }],
    ['a forbidden return_to', { phase: 'create', id: 'self_service_flow_return_to_forbidden', status: 400 }],
    ['an anti-CSRF refusal of a new flow', { phase: 'create', id: 'security_csrf_violation' }],
    ['an unknown error', { phase: 'submit', id: 'something_new', status: 500 }],
  ] as const)('draws the error page for %s', (_, given) => {
    expect(detour(situation(given))).toMatchObject({ kind: 'refuse', status: 'status' in given ? given.status : 403 })
  })
})
