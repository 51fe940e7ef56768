import { createOAuth2Client, type OAuth2AdminClient } from '@gatehouse/client/oauth2-client'

/** Challenges and codes that this OAuth2 server knows. */
export const knownChallenge = 'known-challenge'
export const knownCode = 'WDJB-MJHT'
/** The target of its redirects, at its own address. */
export const onward = 'https://oauth2.example/oauth2/auth?verifier=v'

/** A call that the OAuth2 server of a test received. */
export interface ReceivedCall {
  readonly path: string
  readonly body: unknown
}

/** An OAuth2 server whose requests are about one person. */
export interface HydraFixture {
  readonly client: OAuth2AdminClient
  readonly received: ReceivedCall[]
  /** The identity that requests are about. */
  subject: string
  isReachable: boolean
}

/**
 * The admin API of Ory Hydra as it is documented. The journeys use a real one; this fixture has the calls that no
 * released version that can be built for tests serves (devices), and the failures that a real one cannot produce on
 * demand (absence).
 */
export function hydraFixture(): HydraFixture {
  const fixture: HydraFixture = {
    received: [],
    subject: '',
    isReachable: true,
    client: createOAuth2Client({ baseUrl: 'https://oauth2.example', fetch: (request) => answer(request, fixture) }),
  }
  return fixture
}

async function answer(request: Request, fixture: HydraFixture): Promise<Response> {
  if (!fixture.isReachable) throw new TypeError('fetch failed')
  const { pathname, searchParams } = new URL(request.url)
  const path = pathname.replace('/admin/oauth2/auth/requests/', '')
  const body: unknown = request.method === 'PUT' ? JSON.parse((await request.text()) || '{}') : undefined
  const challenge = searchParams.get(`${path.split('/', 1)[0]}_challenge`)
  if (challenge !== knownChallenge) return Response.json({ error: 'Not Found' }, { status: 404 })
  if (path === 'device/accept' && !isKnownCode(body)) return Response.json({ error: 'Not Found' }, { status: 404 })
  if (request.method === 'PUT') {
    fixture.received.push({ path, body })
    return Response.json({ redirect_to: onward })
  }
  return Response.json({
    challenge,
    subject: fixture.subject,
    skip: false,
    requested_scope: ['openid', 'email', 'notes.read'],
    requested_access_token_audience: ['https://api.example'],
    client: { client_id: 'notebook', client_name: 'Notebook' },
    request_url: 'https://oauth2.example/oauth2/auth?redirect_uri=https%3A%2F%2Fnotebook.example%2Fcb',
  })
}

function isKnownCode(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'user_code' in body && body.user_code === knownCode
}
