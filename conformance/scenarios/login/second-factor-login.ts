import {
  accountWithTotp,
  askBackupCode,
  askTotp,
  askTotpAgain,
  openSecondStepNatively,
  owed,
  passwordGiven,
  stepUp,
} from '../factors.ts'
import {
  correctPassword,
  open,
  openNative,
  signedInVerified,
  submit,
  submitForm,
  submitNative,
  withToken,
} from '../given.ts'
import { noToken, token } from '../rows.ts'
import type { ScenarioFile, Step } from '../scenario.ts'

const addBackupCodes: readonly Step[] = [
  {
    title: 'settled makes backup codes',
    as: 'settled',
    ...submit('settings'),
    body: { method: 'lookup_secret', lookup_secret_regenerate: true },
    expect: { status: 200, flow: { state: 'success' } },
  },
  {
    title: 'settled keeps them',
    as: 'settled',
    ...submit('settings'),
    body: { method: 'lookup_secret', lookup_secret_confirm: true },
    expect: { status: 200, cookies: ['session'], flow: { state: 'success', messages: ['success 1050001'] } },
  },
]

export const secondFactorLogin: ScenarioFile = {
  area: 'login',
  scenarios: [
    {
      name: 'the code of an authenticator app is owed after the password, and raises the session',
      profile: 'factors',
      steps: [
        ...accountWithTotp,
        ...passwordGiven,
        ...['/sessions/whoami', '/sessions', '/self-service/settings/browser'].map((path): Step => ({
          title: `${path} is closed`,
          mode: 'ajax',
          request: `GET ${path}`,
          expect: { status: 403, error: owed },
        })),
        {
          title: 'a visit of the settings is sent to the second step',
          mode: 'navigation',
          request: 'GET /self-service/settings/browser',
          expect: { status: 303, location: stepUp },
        },
        {
          ...open('login', '?aal=aal2'),
          expect: {
            status: 200,
            flow: {
              state: 'choose_method',
              messages: ['info 1010004'],
              nodes: [token, ...askTotp],
              inOrder: true,
              also: { requested_aal: 'aal2', refresh: false },
            },
          },
        },
        {
          title: 'a wrong code',
          ...submit('login'),
          body: { method: 'totp', totp_code: '{totpWrong}' },
          expect: { status: 400, cookies: [], flow: { messages: ['error 4000008'], nodes: [token, ...askTotpAgain] } },
        },
        {
          title: 'no code',
          ...submit('login'),
          body: { method: 'totp' },
          expect: { status: 400, cookies: [], flow: { faulty: [`${askTotpAgain[0]} ! error 4000002(property)`] } },
        },
        {
          title: 'the right code',
          ...submit('login'),
          body: { method: 'totp', totp_code: '{totp}' },
          expect: {
            status: 200,
            cookies: ['session'],
            body: {
              session: {
                authenticator_assurance_level: 'aal2',
                authentication_methods: [
                  { method: 'password', aal: 'aal1' },
                  { method: 'totp', aal: 'aal2' },
                ],
              },
              continue_with: [{ action: 'redirect_browser_to', redirect_browser_to: '{pages}/' }],
            },
          },
        },
        {
          title: 'the session is open',
          mode: 'ajax',
          request: 'GET /sessions/whoami',
          expect: { status: 200, body: { id: '{session}', authenticator_assurance_level: 'aal2' } },
        },
        {
          ...open('login', '?aal=aal2'),
          title: 'there is nothing left to prove',
          expect: { status: 400, error: { id: 'session_already_available' } },
        },
        {
          ...open('login', '?aal=aal2&refresh=true'),
          expect: {
            status: 200,
            flow: { messages: ['info 1010003'], nodes: [token, ...askTotp], also: { refresh: true } },
          },
        },
        {
          title: 'the next code confirms it',
          ...submit('login'),
          body: { method: 'totp', totp_code: '{totpNext}' },
          expect: {
            status: 200,
            cookies: ['session'],
            body: { session: { id: '{session}', authentication_methods: [{}, {}, { method: 'totp' }] } },
          },
        },
      ],
    },
    {
      name: 'forms are led through the second step',
      profile: 'factors',
      steps: [
        ...accountWithTotp,
        open('login'),
        {
          title: 'the password by form',
          ...submitForm('login'),
          body: correctPassword,
          expect: { status: 303, location: stepUp, cookies: ['csrf', 'session'] },
        },
        open('login', '?aal=aal2&return_to={%pages}%2Fapp'),
        {
          title: 'a wrong code by form',
          ...submitForm('login'),
          body: { method: 'totp', totp_code: '{totpWrong}' },
          expect: { status: 303, location: '{pages}/login?flow={flow}', cookies: [] },
        },
        {
          title: 'the right code by form',
          ...submitForm('login'),
          body: { method: 'totp', totp_code: '{totp}' },
          expect: { status: 303, location: '{pages}/app', cookies: ['session'] },
        },
      ],
    },
    {
      name: 'an app gets its token, but no identity before the second step',
      profile: 'factors',
      steps: [
        ...accountWithTotp,
        openNative('login'),
        {
          title: 'the app gives the password',
          ...submitNative('login'),
          body: correctPassword,
          expect: {
            status: 200,
            body: { session: { identity: null, authenticator_assurance_level: 'aal1' }, continue_with: null },
          },
        },
        {
          title: 'the session is closed',
          mode: 'native',
          headers: withToken,
          request: 'GET /sessions/whoami',
          expect: { status: 403, error: owed },
        },
        {
          title: 'so are the settings',
          mode: 'native',
          headers: withToken,
          request: 'GET /self-service/settings/api',
          expect: { status: 403, error: owed },
        },
        {
          ...openSecondStepNatively,
          expect: { status: 200, flow: { messages: ['info 1010004'], nodes: [noToken, ...askTotp] } },
        },
        {
          title: 'the right code',
          ...submitNative('login'),
          headers: withToken,
          body: { method: 'totp', totp_code: '{totp}' },
          expect: {
            status: 200,
            body: {
              session_token: '{sessionToken}',
              session: { identity: { traits: { email: '{email}' } }, authenticator_assurance_level: 'aal2' },
            },
          },
        },
      ],
    },
    {
      name: 'the way to the settings is kept over the second step',
      profile: 'factors',
      steps: [
        ...accountWithTotp,
        ...passwordGiven,
        {
          title: 'the settings with a place to return to',
          mode: 'ajax',
          request: 'GET /self-service/settings/browser?return_to={%pages}%2Fapp',
          expect: {
            status: 403,
            error: {
              id: 'session_aal2_required',
              beside: {
                redirect_browser_to:
                  '{public}/self-service/login/browser?aal=aal2&return_to={%public}%2Fself-service%2Fsettings%2Fbrowser%3Freturn_to%3D*',
              },
            },
          },
        },
      ],
    },
    {
      name: 'a backup code is accepted once',
      profile: 'factors',
      steps: [
        ...accountWithTotp,
        ...addBackupCodes,
        ...passwordGiven,
        {
          ...open('login', '?aal=aal2'),
          expect: {
            status: 200,
            flow: { messages: ['info 1010004'], nodes: [token, ...askTotp, ...askBackupCode], inOrder: true },
          },
        },
        {
          title: 'a code that is none',
          ...submit('login'),
          body: { method: 'lookup_secret', lookup_secret: 'none-of-them' },
          expect: { status: 400, cookies: [], flow: { messages: ['error 4000016'] } },
        },
        {
          title: 'no code',
          ...submit('login'),
          body: { method: 'lookup_secret' },
          expect: {
            status: 400,
            cookies: [],
            flow: { faulty: ['lookup_secret text lookup_secret required label 1010007 ! error 4000002(property)'] },
          },
        },
        {
          title: 'one of the codes',
          ...submit('login'),
          body: { method: 'lookup_secret', lookup_secret: '{backup1}' },
          expect: {
            status: 200,
            cookies: ['session'],
            body: {
              session: {
                authenticator_assurance_level: 'aal2',
                authentication_methods: [{}, { method: 'lookup_secret', aal: 'aal2' }],
              },
            },
          },
        },
        open('login', '?aal=aal2&refresh=true'),
        {
          title: 'the same code again',
          ...submit('login'),
          body: { method: 'lookup_secret', lookup_secret: '{backup1}' },
          expect: { status: 400, cookies: [], flow: { messages: ['error 4000012'] } },
        },
        {
          title: 'another code',
          ...submit('login'),
          body: { method: 'lookup_secret', lookup_secret: '{backup2}' },
          expect: { status: 200, cookies: ['session'] },
        },
        {
          title: 'an operator sees which are used',
          at: 'admin',
          mode: 'native',
          request: 'GET /admin/identities/{account}?include_credential=lookup_secret&include_credential=totp',
          expect: {
            status: 200,
            body: {
              credentials: {
                totp: { identifiers: ['{account}'], config: { totp_url: 'otpauth://totp/Conformance:*' } },
                lookup_secret: { identifiers: ['{account}'] },
              },
            },
          },
        },
        {
          title: 'an operator takes the authenticator app away',
          at: 'admin',
          mode: 'native',
          request: 'DELETE /admin/identities/{account}/credentials/totp',
          expect: { status: 204 },
        },
        {
          title: 'an operator takes the backup codes away',
          at: 'admin',
          mode: 'native',
          request: 'DELETE /admin/identities/{account}/credentials/lookup_secret',
          expect: { status: 204 },
        },
        {
          title: 'there is no authenticator app any more',
          at: 'admin',
          mode: 'native',
          request: 'DELETE /admin/identities/{account}/credentials/totp',
          expect: { status: 404, error: {} },
        },
      ],
    },
    {
      name: 'without a second factor the second step is a dead end',
      profile: 'factors',
      steps: [
        ...signedInVerified,
        {
          ...open('login', '?aal=aal2'),
          expect: { status: 200, flow: { messages: ['info 1010004'], nodes: [token] } },
        },
        {
          title: 'a code of no authenticator app',
          ...submit('login'),
          body: { method: 'totp', totp_code: '123456' },
          expect: { status: 400, cookies: [], flow: { messages: ['error 4000011'], nodes: [token] } },
        },
        {
          title: 'an unknown backup code',
          ...submit('login'),
          body: { method: 'lookup_secret', lookup_secret: 'abcdefgh' },
          expect: { status: 400, cookies: [], flow: { messages: ['error 4000014'], nodes: [token] } },
        },
      ],
    },
    {
      name: 'a second factor needs a session, and is no first one',
      profile: 'factors',
      steps: [
        {
          ...open('login', '?aal=aal2'),
          expect: { status: 401, cookies: ['csrf'], error: { id: 'session_aal1_required' } },
        },
        {
          title: 'by navigation',
          mode: 'navigation',
          request: 'GET /self-service/login/browser?aal=aal2',
          expect: { status: 303, location: '{pages}/error?id=*' },
        },
        {
          ...openNative('login', '?aal=aal2'),
          expect: { status: 401, error: { id: 'session_aal1_required' } },
        },
        {
          ...open('login', '?aal=aal3'),
          title: 'a level that does not exist',
          expect: { status: 400, error: {} },
        },
        open('login'),
        {
          title: 'a code instead of a password',
          ...submit('login'),
          body: { method: 'totp', totp_code: '123456' },
          expect: { status: 400, cookies: [], flow: { messages: ['error 4010002'] } },
        },
        {
          title: 'a backup code instead of a password',
          ...submit('login'),
          body: { method: 'lookup_secret', lookup_secret: 'abcdefgh' },
          expect: { status: 400, cookies: [], flow: { messages: ['error 4010002'] } },
        },
      ],
    },
  ],
}
