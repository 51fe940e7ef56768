import { open, submit } from '../given.ts'
import type { Exchange, ScenarioFile, Step } from '../scenario.ts'

/** The visitor is sent to a provider by AJAX; the address matches `arrivesAt`. */
const sent = (provider: string, arrivesAt = 'http*response_type=code*'): Exchange => ({
  title: 'the visitor is sent to the provider',
  ...submit('login'),
  body: { method: 'oidc', provider, upstream_parameters: { login_hint: '{email}' } },
  expect: {
    status: 422,
    cookies: ['continuity'],
    error: { id: 'browser_location_change_required', beside: { redirect_browser_to: arrivesAt } },
  },
})
const visit: Step = { title: 'the provider is visited', provider: '{redirect}' }
const callback: Pick<Exchange, 'mode' | 'request'> = { mode: 'navigation', request: 'GET {callback}' }
const entered: Exchange = {
  title: 'the visitor comes back and is signed in',
  ...callback,
  expect: { status: 303, location: '{pages}/', cookies: ['csrf', 'session'] },
}
const asks = (identity: unknown, provider: string): Exchange => ({
  title: 'the session has the provider’s claims',
  mode: 'ajax',
  request: 'GET /sessions/whoami',
  expect: {
    status: 200,
    body: { authentication_methods: [{ method: 'oidc', aal: 'aal1', provider }], identity },
  },
})
const usual = {
  traits: { email: '{email}', name: { first: 'Ada' } },
  verifiable_addresses: [{ value: '{email}', verified: true }],
}

export const providerKinds: ScenarioFile = {
  area: 'login',
  scenarios: [
    {
      name: 'an account at Auth0 makes an account here',
      profile: 'provider-kinds',
      steps: [open('login'), sent('auth0', 'http*/authorize?*scope=openid*'), visit, entered, asks(usual, 'auth0')],
    },
    {
      name: 'claims come from the endpoint that is asked for them',
      profile: 'provider-kinds',
      steps: [open('login'), sent('asked'), visit, entered, asks(usual, 'asked')],
    },
    {
      name: 'PKCE can be forced',
      profile: 'provider-kinds',
      steps: [
        open('login'),
        sent('forced', 'http*code_challenge=*redirect_uri=*oidc%2Fcallback&*'),
        visit,
        entered,
        asks(usual, 'forced'),
      ],
    },
    {
      name: 'a claims mapper makes traits and metadata',
      profile: 'provider-kinds',
      steps: [
        open('login'),
        sent('mapped', 'http*claims=%7B%22id_token%22*'),
        visit,
        entered,
        asks(
          {
            traits: { email: '{email}', name: { first: 'ADA', last: 'example.org' } },
            metadata_public: { subject: '{email}', numbers: [2, 4], none: null },
            verifiable_addresses: [{ value: '{email}', verified: false }],
          },
          'mapped',
        ),
        {
          title: 'an administrator sees the rest',
          at: 'admin',
          mode: 'native',
          request: 'GET /admin/identities?credentials_identifier=mapped:{email}',
          expect: { status: 200, body: [{ metadata_admin: { issued: true, raw: true } }] },
        },
      ],
    },
    {
      name: 'a claims mapper that fails signs no one in',
      profile: 'provider-kinds',
      steps: [
        open('login'),
        sent('failing'),
        visit,
        {
          title: 'the visitor comes back',
          ...callback,
          expect: { status: 303, location: '{pages}/error?id=*', cookies: [] },
        },
        {
          title: 'no person is signed in',
          mode: 'ajax',
          request: 'GET /sessions/whoami',
          expect: { status: 401, cookies: [], error: {} },
        },
      ],
    },
  ],
}
