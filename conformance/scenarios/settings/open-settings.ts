import { otherAccount, open, read, signedIn, signedInNatively, submit, withToken } from '../given.ts'
import { noToken, settingsForm, token } from '../rows.ts'
import { absent, type ScenarioFile, type Step } from '../scenario.ts'

const otherSignedIn: readonly Step[] = [
  otherAccount,
  open('login', '', 'somebody else'),
  {
    title: 'another person signs in',
    ...submit('login'),
    as: 'somebody else',
    body: { method: 'password', identifier: '{otherEmail}', password: '{otherPassword}' },
    expect: { status: 200, cookies: ['csrf', 'session'] },
  },
]

export const openSettings: ScenarioFile = {
  area: 'settings',
  scenarios: [
    {
      name: 'a browser gets the form over AJAX and can read it again',
      profile: 'main',
      steps: [
        ...signedIn,
        {
          ...open('settings'),
          expect: {
            status: 200,
            cookies: [],
            flow: {
              state: 'show_form',
              nodes: settingsForm(token, '{email}', '=Ada', '=Lovelace'),
              inOrder: true,
              also: {
                type: 'browser',
                request_url: '{public}/self-service/settings/browser',
                identity: { id: '{account}', traits: { email: '{email}' }, credentials: absent },
                continue_with: absent,
                ui: { method: 'POST', action: '{public}/self-service/settings?flow={flow}' },
              },
            },
          },
        },
        {
          ...read('settings'),
          expect: { status: 200, cookies: [], flow: { nodes: settingsForm(token, '{email}', '=Ada', '=Lovelace') } },
        },
        {
          title: 'a navigation is sent to the page',
          mode: 'navigation',
          request: 'GET /self-service/settings/browser',
          expect: { status: 303, location: '{pages}/settings?flow=*' },
        },
      ],
    },
    {
      name: 'an app gets a native form',
      profile: 'main',
      steps: [
        ...signedInNatively,
        {
          title: 'the app asks',
          mode: 'native',
          headers: withToken,
          request: 'GET /self-service/settings/api',
          expect: {
            status: 200,
            cookies: [],
            flow: {
              state: 'show_form',
              nodes: settingsForm(noToken, '{email}', '=Ada', '=Lovelace'),
              inOrder: true,
              also: { type: 'api', identity: { id: '{account}' } },
            },
          },
        },
        {
          title: 'the app reads it',
          mode: 'native',
          headers: withToken,
          request: 'GET /self-service/settings/flows?id={flow}',
          expect: { status: 200, flow: { state: 'show_form' } },
        },
      ],
    },
    {
      name: 'without a session there are no settings',
      profile: 'main',
      steps: [
        {
          title: 'over AJAX',
          mode: 'ajax',
          request: 'GET /self-service/settings/browser',
          expect: {
            status: 401,
            cookies: ['csrf'],
            error: { id: 'session_inactive', beside: { CredentialsMissing: false } },
          },
        },
        {
          title: 'by navigation',
          mode: 'navigation',
          request: 'GET /self-service/settings/browser',
          expect: { status: 303, location: '{public}/self-service/login/browser' },
        },
        {
          title: 'by an app',
          mode: 'native',
          request: 'GET /self-service/settings/api',
          expect: { status: 401, error: { id: 'session_inactive' } },
        },
        {
          title: 'a flow is read',
          mode: 'ajax',
          request: 'GET /self-service/settings/flows?id={unknownId}',
          expect: { status: 401, error: {} },
        },
        {
          title: 'a flow is submitted',
          mode: 'ajax',
          request: 'POST /self-service/settings?flow={unknownId}',
          body: { method: 'profile', traits: {} },
          expect: { status: 401, error: {} },
        },
        {
          title: 'a flow is submitted by form',
          mode: 'navigation',
          request: 'POST /self-service/settings?flow={unknownId}',
          body: { method: 'profile' },
          expect: { status: 302, location: '{pages}/login' },
        },
      ],
    },
    {
      name: 'a person cannot change the settings of another person',
      profile: 'main',
      steps: [
        ...signedIn,
        { ...open('settings'), keep: { mine: '{flow}' } },
        ...otherSignedIn,
        {
          title: 'another person reads the flow',
          as: 'somebody else',
          mode: 'ajax',
          request: 'GET /self-service/settings/flows?id={mine}',
          expect: { status: 403, error: { id: 'security_identity_mismatch' } },
        },
        open('settings', '', 'somebody else'),
        {
          title: 'another person submits the flow',
          as: 'somebody else',
          mode: 'ajax',
          request: 'POST /self-service/settings?flow={mine}',
          body: { method: 'profile', traits: { email: '{otherEmail}' } },
          expect: { status: 403, error: { id: 'security_identity_mismatch' } },
        },
        {
          title: 'an unknown flow is read',
          mode: 'ajax',
          request: 'GET /self-service/settings/flows?id={unknownId}',
          expect: { status: 404, error: {} },
        },
      ],
    },
    {
      name: 'a foreign page to return to is refused',
      profile: 'main',
      steps: [
        ...signedIn,
        {
          title: 'over AJAX',
          mode: 'ajax',
          request: 'GET /self-service/settings/browser?return_to=https://evil.example/',
          expect: { status: 400, error: { id: 'self_service_flow_return_to_forbidden' } },
        },
      ],
    },
    {
      name: 'a disabled account has no settings',
      profile: 'main',
      steps: [
        ...signedIn,
        {
          title: 'the account is disabled',
          at: 'admin',
          mode: 'native',
          request: 'PATCH /admin/identities/{account}',
          body: [{ op: 'replace', path: '/state', value: 'inactive' }],
          expect: { status: 200 },
        },
        {
          title: 'the settings are asked for',
          mode: 'ajax',
          request: 'GET /self-service/settings/browser',
          expect: { status: 401, error: { id: 'session_inactive' } },
        },
        {
          title: 'there is no session any more',
          mode: 'ajax',
          request: 'GET /sessions/whoami',
          expect: { status: 401, error: {} },
        },
      ],
    },
  ],
}
