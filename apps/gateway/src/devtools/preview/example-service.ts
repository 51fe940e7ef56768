import { ownAccountPaths } from '@gatehouse/contract/account'
import type { FetchHandler } from '@gatehouse/http/handler'
import { exampleFlows } from './preview-states.ts'

const since = '2026-11-02T09:30:00Z'

/** The example person: a name and addresses that are reserved for examples. */
export const examplePerson = {
  id: '7d0c4b8e-36c1-4a5e-9b1a-52a60a3a1c01',
  schema_id: 'person',
  schema_url: 'http://localhost/schemas/person',
  state: 'active',
  traits: { email: 'ada@example.com', name: { first: 'Ada', last: 'Lovelace' } },
  verifiable_addresses: [{ id: 'a', value: 'ada@example.com', verified: true, via: 'email', status: 'completed' }],
  recovery_addresses: [{ id: 'b', value: 'ada@example.com', via: 'email' }],
  created_at: since,
  updated_at: since,
}
const browsers = [
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
] as const

function session(browser: 0 | 1) {
  return {
    id: `7d0c4b8e-36c1-4a5e-9b1a-52a60a3a1d0${browser}`,
    active: true,
    expires_at: '2026-12-21T10:00:00Z',
    authenticated_at: since,
    issued_at: since,
    authenticator_assurance_level: 'aal1',
    authentication_methods: [{ method: 'password', aal: 'aal1', completed_at: since }],
    identity: examplePerson,
    devices: [{ id: 'd', ip_address: '192.0.2.7', user_agent: browsers[browser], location: 'Bristol, GB' }],
  }
}

function happened(id: number, type: string, data: Readonly<Record<string, unknown>> = {}) {
  const client = { ip_address: '192.0.2.7', user_agent: browsers[0] }
  return { id: String(id), type, time: since, actor: 'person', client, session_id: null, data }
}

/** TABLE: the service's answers beside flows. */
const answers: Readonly<Record<string, unknown>> = {
  '/sessions/whoami': session(0),
  '/sessions': [session(1)],
  [ownAccountPaths.features]: {
    activity: true,
    data: true,
    delete_account: true,
    remember_device_days: 30,
  },
  [ownAccountPaths.rememberedDevices]: [
    {
      id: 'r',
      ip_address: '192.0.2.7',
      user_agent: browsers[0],
      location: 'Bristol, GB',
      created_at: since,
      used_at: since,
      expires_at: '2026-12-02T09:30:00Z',
    },
  ],
  [ownAccountPaths.activity]: {
    entries: [
      happened(3, 'LoginSucceeded', { method: 'password' }),
      happened(2, 'LoginFailed', { method: 'password', reason: 'invalid_credentials' }),
      happened(1, 'RegistrationSucceeded', { method: 'password' }),
    ],
    next: null,
  },
  '/self-service/errors': {
    id: 'preview',
    error: { code: 500, status: 'Internal Server Error', message: 'An example of what went wrong' },
    created_at: since,
    updated_at: since,
  },
  '/self-service/logout/browser': { logout_url: '/logout', logout_token: 'preview' },
}

/**
 * Returns an identity service with one person, whose flows are named after the examples, and which stores nothing: for
 * the preview of pages.
 */
export function exampleService(): FetchHandler {
  const flows = exampleFlows()
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    const id = searchParams.get('id') ?? ''
    if (id === 'service-away') throw new TypeError('fetch failed')
    if (id === 'too-many') return refusal(429, 'Too Many Requests', { 'retry-after': '40' })
    const [, kind] = /^\/self-service\/(\w+)\/flows$/.exec(pathname) ?? []
    const flow = flows.get(id)
    if (kind !== undefined && flow?.kind === kind) return json(flow.json)
    const known = Object.hasOwn(answers, pathname) ? answers[pathname] : undefined
    return known === undefined ? refusal(404, 'Not Found') : json(JSON.stringify(known))
  }
}

function json(body: string): Response {
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}

function refusal(code: number, status: string, headers: Readonly<Record<string, string>> = {}): Response {
  const error = { code, status, reason: 'This is an example.', message: status }
  const init = { status: code, headers: { ...headers, 'content-type': 'application/json' } }
  return new Response(JSON.stringify({ error }), init)
}
