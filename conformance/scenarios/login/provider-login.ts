import { account, open, openNative, read, submit, submitForm, submitNative } from '../given.ts'
import { currentPassword, hiddenIdentifier, sendLoginCode, signInWithPassword, token } from '../rows.ts'
import type { Exchange, ScenarioFile, Step } from '../scenario.ts'

const toProvider = (hint = '{email}') => ({
  method: 'oidc',
  provider: 'corp',
  upstream_parameters: { login_hint: hint },
})

/** The visitor is sent to the provider by AJAX. */
const sent = (kind: string, hint?: string): Exchange => ({
  title: 'the visitor is sent to the provider',
  ...submit(kind),
  body: toProvider(hint),
  expect: {
    status: 422,
    cookies: ['continuity'],
    error: { id: 'browser_location_change_required', beside: { redirect_browser_to: 'http*response_type=code*' } },
  },
})
const visit: Step = { title: 'the provider is visited', provider: '{redirect}' }
const callback: Pick<Exchange, 'mode' | 'request'> = { mode: 'navigation', request: 'GET {callback}' }

const entered: Exchange = {
  title: 'the visitor comes back and is signed in',
  ...callback,
  expect: { status: 303, location: '{pages}/', cookies: ['csrf', 'session'] },
}

const bySubject = {
  authentication_methods: [{ method: 'oidc', aal: 'aal1', provider: 'corp', completed_at: '*Z' }],
  identity: {
    traits: { email: '{email}', name: { first: 'Ada' } },
    verifiable_addresses: [{ value: '{email}', verified: true, status: 'completed', verified_at: '*Z' }],
  },
}

export const providerLogin: ScenarioFile = {
  area: 'login',
  scenarios: [
    {
      name: 'an account elsewhere makes an account here, and signs in to it again',
      profile: 'providers',
      steps: [
        open('login'),
        sent('login'),
        visit,
        entered,
        {
          title: 'the session tells the provider',
          mode: 'ajax',
          request: 'GET /sessions/whoami',
          expect: { status: 200, body: bySubject },
        },
        { ...open('registration', '', 'later') },
        { ...sent('registration'), as: 'later', title: 'another browser is sent to the provider' },
        { ...visit, title: 'the provider is visited again' },
        { ...entered, as: 'later', title: 'another browser signs up and is signed in' },
      ],
    },
    {
      name: 'a form leads to the provider',
      profile: 'providers',
      steps: [
        open('login'),
        {
          title: 'the form is sent',
          ...submitForm('login'),
          body: { provider: 'corp' },
          expect: { status: 303, location: 'http*response_type=code*', cookies: ['continuity'] },
        },
      ],
    },
    {
      name: 'the form shows a refusal of the provider',
      profile: 'providers',
      steps: [
        open('login'),
        sent('login', 'refuse:{email}'),
        visit,
        {
          title: 'the visitor comes back',
          ...callback,
          expect: { status: 303, location: '{pages}/login?flow={flow}', cookies: [] },
        },
        {
          ...read('login'),
          expect: { status: 200, flow: { active: 'oidc', messages: ['error 4000001(reason)'] } },
        },
      ],
    },
    {
      name: 'a callback without a known state is an error',
      profile: 'providers',
      steps: [
        {
          title: 'the state is made up',
          mode: 'navigation',
          request: 'GET /self-service/methods/oidc/callback/corp?code=x&state=bogus',
          expect: { status: 303, location: '{pages}/error?id=*' },
        },
      ],
    },
    {
      name: 'an unknown provider is refused',
      profile: 'providers',
      steps: [
        open('login'),
        {
          title: 'the provider is made up',
          ...submit('login'),
          body: { method: 'oidc', provider: 'nope' },
          expect: { status: 404, error: {} },
        },
      ],
    },
    {
      name: 'a taken e-mail leads to signing in, which links',
      profile: 'providers',
      steps: [
        account,
        open('login'),
        sent('login'),
        visit,
        {
          title: 'the visitor comes back to sign in',
          ...callback,
          expect: { status: 303, location: '{pages}/login?flow=*&no_org_ui=true', cookies: [] },
        },
        {
          ...read('login'),
          expect: {
            status: 200,
            flow: {
              state: 'choose_method',
              active: 'oidc',
              messages: [
                'info 1010016(available_credential_types,available_providers,duplicateIdentifier,duplicate_identifier,newLoginUrl,new_login_url,provider)',
              ],
              nodes: [
                'oidc submit provider=other label 1010018(provider)',
                token,
                hiddenIdentifier('{email}'),
                sendLoginCode,
                currentPassword,
                signInWithPassword,
              ],
            },
          },
        },
        {
          title: 'a wrong password leaves the provider as the active method',
          ...submit('login'),
          body: { method: 'password', identifier: '{email}', password: 'wrong-wrong' },
          expect: { status: 400, flow: { active: 'oidc', messages: ['error 4000006'] } },
        },
        {
          title: 'the password links',
          ...submit('login'),
          body: { method: 'password', identifier: '{email}', password: '{password}' },
          expect: {
            status: 200,
            cookies: ['csrf', 'session'],
            body: {
              session: {
                authentication_methods: [
                  { method: 'password', aal: 'aal1' },
                  { method: 'oidc', aal: 'aal1', provider: 'corp' },
                ],
              },
            },
          },
        },
        {
          title: 'an operator sees the link',
          at: 'admin',
          mode: 'native',
          request: 'GET /admin/identities/{account}?include_credential=oidc',
          expect: {
            status: 200,
            body: {
              credentials: {
                oidc: {
                  identifiers: ['corp:{email}'],
                  config: { providers: [{ provider: 'corp', subject: '{email}', initial_id_token: '*.*.*' }] },
                },
              },
            },
          },
        },
      ],
    },
    {
      name: 'an app gets the session of a browser by two codes',
      profile: 'providers',
      steps: [
        openNative('login', '?return_session_token_exchange_code=true&return_to={pages}/app'),
        {
          title: 'the app is told where to send a browser',
          ...submitNative('login'),
          body: toProvider(),
          expect: { status: 422, cookies: 'any', error: { id: 'browser_location_change_required' } },
        },
        visit,
        {
          title: 'the browser is sent back to the app, without a session',
          ...callback,
          expect: { status: 303, location: '{pages}/app?code=*', cookies: [] },
        },
        {
          title: 'one code alone is not enough',
          mode: 'native',
          request: 'GET /sessions/token-exchange?init_code=x',
          expect: { status: 400, error: {} },
        },
        {
          title: 'unknown codes lead nowhere',
          mode: 'native',
          request: 'GET /sessions/token-exchange?init_code=bogus&return_to_code=bogus',
          expect: { status: 404, error: {} },
        },
        ...['both codes lead to the session', 'they do so again'].map((title): Exchange => ({
          title,
          mode: 'native',
          request: 'GET /sessions/token-exchange?init_code={exchangeCode}&return_to_code={returnCode}',
          expect: { status: 200, body: { session_token: 'ory_st_*', session: bySubject } },
        })),
      ],
    },
  ],
}
