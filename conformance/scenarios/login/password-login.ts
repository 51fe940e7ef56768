import { account, correctPassword, open, openNative, submit, submitForm, submitNative, withToken } from '../given.ts'
import { absent, type ScenarioFile } from '../scenario.ts'

const session = {
  id: '*',
  active: true,
  expires_at: '*Z',
  authenticated_at: '*Z',
  issued_at: '*Z',
  authenticator_assurance_level: 'aal1',
  authentication_methods: [{ method: 'password', aal: 'aal1', completed_at: '*Z' }],
  identity: {
    id: '{account}',
    schema_id: 'account',
    schema_url: '{public}/schemas/YWNjb3VudA',
    state: 'active',
    traits: { email: '{email}', name: { first: 'Ada', last: 'Lovelace' } },
    verifiable_addresses: [{ value: '{email}', verified: false, via: 'email', status: 'pending' }],
    recovery_addresses: [{ value: '{email}', via: 'email' }],
    metadata_public: null,
    metadata_admin: absent,
    credentials: absent,
    organization_id: null,
  },
  devices: [{ id: '*', user_agent: 'gatehouse-conformance', ip_address: '*' }],
}

export const passwordLogin: ScenarioFile = {
  area: 'login',
  scenarios: [
    {
      name: 'the right password over AJAX gives a session and says where to go',
      profile: 'main',
      steps: [
        account,
        {
          ...open('login', '?return_to={%pages}%2Fapp'),
          expect: {
            status: 200,
            flow: {
              also: {
                return_to: '{pages}/app',
                request_url: '{public}/self-service/login/browser?return_to=http%3A%2F%2F127.0.0.1%3A4455%2Fapp',
              },
            },
          },
        },
        {
          title: 'the password is right',
          ...submit('login'),
          body: correctPassword,
          expect: {
            status: 200,
            cookies: ['csrf', 'session'],
            body: {
              session,
              session_token: absent,
              continue_with: [{ action: 'redirect_browser_to', redirect_browser_to: '{pages}/app' }],
            },
          },
        },
        {
          title: 'the session is there',
          mode: 'ajax',
          request: 'GET /sessions/whoami',
          expect: {
            status: 200,
            headers: { 'x-kratos-authenticated-identity-id': '{account}' },
            body: { id: '{session}', identity: { id: '{account}' } },
          },
        },
      ],
    },
    {
      name: 'the right password by form leads to the default page',
      profile: 'main',
      steps: [
        account,
        open('login'),
        {
          title: 'the password is right',
          ...submitForm('login'),
          body: correctPassword,
          expect: { status: 303, location: '{pages}/', cookies: ['csrf', 'session'] },
        },
      ],
    },
    {
      name: 'the configured page after sign-in is used',
      profile: 'unified',
      steps: [
        account,
        open('login'),
        {
          title: 'the password is right',
          ...submitForm('login'),
          body: correctPassword,
          expect: { status: 303, location: '{pages}/after-login', cookies: ['csrf', 'session'] },
        },
      ],
    },
    {
      name: 'the right password gives an app a token',
      profile: 'main',
      steps: [
        account,
        openNative('login'),
        {
          title: 'the password is right',
          ...submitNative('login'),
          body: correctPassword,
          expect: {
            status: 200,
            cookies: [],
            body: { session, session_token: 'ory_st_*', continue_with: null },
          },
        },
        {
          title: 'the token is a session',
          mode: 'native',
          headers: withToken,
          request: 'GET /sessions/whoami',
          expect: { status: 200, body: { id: '{session}' } },
        },
      ],
    },
    {
      name: 'the identifier is not case-sensitive',
      profile: 'main',
      steps: [
        {
          ...account,
          body: {
            schema_id: 'account',
            traits: { email: 'UPPER-{email}' },
            credentials: { password: { config: { password: '{password}' } } },
          },
        },
        openNative('login'),
        {
          title: 'typed in lower case',
          ...submitNative('login'),
          body: { ...correctPassword, identifier: 'upper-{email}' },
          expect: { status: 200, body: { session: { active: true } } },
        },
      ],
    },
  ],
}
