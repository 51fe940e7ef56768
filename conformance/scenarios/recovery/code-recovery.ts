import {
  account,
  codeByMail,
  open,
  openNative,
  read,
  signedIn,
  submit,
  submitForm,
  submitNative,
  verifiedAccount,
  withToken,
} from '../given.ts'
import { noToken, recoveryCodeForm, recoveryForm, settingsForm, token } from '../rows.ts'
import { absent, type Expected, type Exchange, type ScenarioFile, type Step } from '../scenario.ts'

const ask = { method: 'code', email: '{email}' }
const asked: Exchange = {
  title: 'a code is asked for',
  ...submit('recovery'),
  body: ask,
  expect: {
    status: 200,
    cookies: [],
    flow: { state: 'sent_email', active: 'code', messages: ['info 1060003'], nodes: recoveryCodeForm('{email}') },
  },
}
const recovered =
  'success 1060001(privilegedSessionExpiresAt,privileged_session_expires_at,privileged_session_expires_at_unix)'

const guesses = ['first', 'second', 'third', 'fourth', 'fifth'].map((time) => ({
  title: `the ${time} guess is wrong`,
  ...submit('recovery'),
  body: { method: 'code', code: '{wrongCode}' },
  expect: { status: 200, flow: { messages: ['error 4060006'] } },
}))

/** The right code after five wrong ones, which is too late. */
const codeAfterGuesses = (given: Step, expect: Expected): readonly Step[] => [
  given,
  open('recovery'),
  asked,
  codeByMail,
  ...guesses,
  { title: 'the right code comes too late', ...submit('recovery'), body: { method: 'code', code: '{code}' }, expect },
]

export const codeRecovery: ScenarioFile = {
  area: 'recovery',
  scenarios: [
    {
      name: 'a code by mail leads to the settings, after a wrong one and a new one',
      profile: 'main',
      steps: [
        account,
        open('recovery', '?return_to={%pages}%2Fapp'),
        asked,
        codeByMail,
        {
          title: 'the code is wrong',
          ...submit('recovery'),
          body: { method: 'code', code: '{wrongCode}' },
          expect: {
            status: 200,
            cookies: [],
            flow: {
              state: 'sent_email',
              active: 'code',
              messages: ['error 4060006'],
              nodes: recoveryCodeForm('{email}'),
            },
          },
          keep: { firstCode: '{code}', recovery: '{flow}' },
        },
        { ...asked, title: 'another code is asked for' },
        { title: 'the second code comes by mail', mailTo: '{email}' },
        {
          title: 'the first code has no use any more',
          ...submit('recovery'),
          body: { method: 'code', code: '{firstCode}' },
          expect: { status: 200, flow: { state: 'sent_email', messages: ['error 4060006'] } },
        },
        {
          title: 'the second code is right',
          ...submit('recovery'),
          body: { method: 'code', code: '{code}' },
          expect: {
            status: 422,
            cookies: ['csrf', 'session'],
            error: {
              id: 'browser_location_change_required',
              beside: { redirect_browser_to: '{pages}/settings?flow={flow}' },
            },
          },
        },
        {
          ...read('settings'),
          expect: {
            status: 200,
            flow: {
              state: 'show_form',
              messages: [recovered],
              nodes: settingsForm(token, '{email}', '=Ada', '=Lovelace'),
              also: { request_url: '{public}/self-service/recovery?flow={recovery}*', return_to: '{pages}/app' },
            },
          },
        },
        {
          title: 'a new password is set',
          ...submit('settings'),
          body: { method: 'password', password: '{otherPassword}' },
          expect: {
            status: 200,
            cookies: ['session'],
            flow: {
              state: 'success',
              messages: ['success 1050001'],
              also: { continue_with: [{ action: 'redirect_browser_to', redirect_browser_to: '{pages}/app' }] },
            },
          },
        },
        {
          title: 'the session comes from the recovery, and the address is verified',
          mode: 'ajax',
          request: 'GET /sessions/whoami',
          expect: {
            status: 200,
            body: {
              authenticator_assurance_level: 'aal1',
              authentication_methods: [{ method: 'code_recovery', aal: 'aal1' }],
              identity: { verifiable_addresses: [{ value: '{email}', verified: true }] },
            },
          },
        },
        {
          ...read('recovery', '{recovery}'),
          title: 'the recovery is over',
          expect: {
            status: 200,
            flow: { state: 'passed_challenge', active: 'code', nodes: recoveryCodeForm('{email}') },
          },
        },
      ],
    },
    {
      name: 'a code by mail leads to the settings by form',
      profile: 'main',
      steps: [
        account,
        { ...open('recovery'), keep: { recovery: '{flow}' } },
        {
          title: 'a code is asked for',
          ...submitForm('recovery'),
          body: ask,
          expect: { status: 303, location: '{pages}/recovery?flow={recovery}', cookies: [] },
        },
        codeByMail,
        {
          title: 'the code is wrong',
          ...submitForm('recovery'),
          body: { method: 'code', code: '{wrongCode}' },
          expect: { status: 303, location: '{pages}/recovery?flow={recovery}', cookies: [] },
        },
        {
          title: 'the code is right',
          ...submitForm('recovery'),
          body: { method: 'code', code: '{code}' },
          expect: { status: 303, location: '{pages}/settings?flow=*', cookies: ['csrf', 'session'] },
        },
      ],
    },
    {
      name: 'an app is sent to a browser for the settings',
      profile: 'main',
      steps: [
        account,
        openNative('recovery'),
        {
          title: 'a code is asked for',
          ...submitNative('recovery'),
          body: ask,
          expect: {
            status: 200,
            flow: { state: 'sent_email', messages: ['info 1060003'], nodes: recoveryCodeForm('{email}', noToken) },
          },
        },
        codeByMail,
        {
          title: 'the code is right',
          ...submitNative('recovery'),
          body: { method: 'code', code: '{code}' },
          expect: {
            status: 422,
            cookies: [],
            error: {
              id: 'browser_location_change_required',
              beside: { redirect_browser_to: '{pages}/settings?flow=*', session_token: absent },
            },
          },
        },
      ],
    },
    {
      name: 'an unknown address looks like a known one, and gets no mail',
      profile: 'main',
      steps: [
        open('recovery'),
        {
          title: 'a code is asked for',
          ...submit('recovery'),
          body: { method: 'code', email: '{otherEmail}' },
          expect: {
            status: 200,
            flow: {
              state: 'sent_email',
              active: 'code',
              messages: ['info 1060003'],
              nodes: recoveryCodeForm('{otherEmail}'),
            },
          },
        },
        {
          title: 'a guess is wrong',
          ...submit('recovery'),
          body: { method: 'code', code: '123456' },
          expect: { status: 200, flow: { state: 'sent_email', messages: ['error 4060006'] } },
        },
      ],
    },
    {
      name: 'with transitions the answer says what to do next',
      profile: 'transitions',
      steps: [
        verifiedAccount,
        open('recovery'),
        asked,
        codeByMail,
        {
          title: 'the code is right',
          ...submit('recovery'),
          body: { method: 'code', code: '{code}' },
          expect: {
            status: 200,
            cookies: ['csrf', 'session'],
            flow: {
              state: 'passed_challenge',
              active: 'code',
              nodes: recoveryCodeForm('{email}'),
              also: {
                continue_with: [
                  { action: 'show_settings_ui', flow: { id: '*', url: '{pages}/settings?flow={settingsFlow}' } },
                ],
              },
            },
          },
        },
        { ...read('settings', '{settingsFlow}'), expect: { status: 200, flow: { messages: [recovered] } } },
      ],
    },
    {
      name: 'with transitions an app gets its token and continues to the settings',
      profile: 'transitions',
      steps: [
        verifiedAccount,
        openNative('recovery'),
        {
          title: 'a code is asked for',
          ...submitNative('recovery'),
          body: ask,
          expect: { status: 200, flow: { state: 'sent_email', messages: ['info 1060003'] } },
        },
        codeByMail,
        {
          title: 'the code is right',
          ...submitNative('recovery'),
          body: { method: 'code', code: '{code}' },
          expect: {
            status: 200,
            cookies: [],
            flow: {
              state: 'passed_challenge',
              also: {
                continue_with: [
                  { action: 'set_ory_session_token', ory_session_token: 'ory_st_*' },
                  { action: 'show_settings_ui', flow: { id: '*' } },
                ],
              },
            },
          },
        },
        {
          title: 'the settings are read',
          mode: 'native',
          headers: withToken,
          request: 'GET /self-service/settings/flows?id={settingsFlow}',
          expect: { status: 200, flow: { messages: [recovered], also: { type: 'api' } } },
        },
      ],
    },
    {
      name: 'a submission while signed in is refused',
      profile: 'main',
      steps: [
        { ...open('recovery'), keep: { recovery: '{flow}' } },
        ...signedIn,
        { ...open('settings'), title: 'a page gives the token of the new cookie' },
        {
          title: 'over AJAX',
          mode: 'ajax',
          request: 'POST /self-service/recovery?flow={recovery}',
          body: ask,
          expect: { status: 400, cookies: [], error: { id: 'session_already_available' } },
        },
        {
          title: 'by form',
          mode: 'navigation',
          request: 'POST /self-service/recovery?flow={recovery}',
          body: ask,
          expect: { status: 302, location: '{pages}/', cookies: [] },
        },
      ],
    },
    {
      name: 'a finished recovery that is submitted leads to a new one',
      profile: 'main',
      steps: [
        account,
        { ...open('recovery'), keep: { recovery: '{flow}' } },
        asked,
        codeByMail,
        {
          title: 'the code is right',
          ...submit('recovery'),
          body: { method: 'code', code: '{code}' },
          expect: { status: 422, cookies: ['csrf', 'session'] },
        },
        {
          title: 'the session is ended by an operator',
          at: 'admin',
          mode: 'native',
          request: 'DELETE /admin/identities/{account}/sessions',
          expect: { status: 204 },
        },
        {
          ...read('recovery', '{recovery}'),
          expect: { status: 200, flow: { state: 'passed_challenge', nodes: recoveryCodeForm('{email}') } },
        },
        {
          title: 'the code is sent again',
          mode: 'ajax',
          request: 'POST /self-service/recovery?flow={recovery}',
          body: ask,
          expect: { status: 303, location: '{public}/self-service/recovery/flows?id=*', cookies: ['csrf'] },
        },
        {
          ...read('recovery'),
          title: 'the new flow tells why',
          expect: {
            status: 200,
            flow: { state: 'choose_method', active: 'code', messages: ['error 4060001'], nodes: recoveryForm() },
          },
        },
      ],
    },
    {
      name: 'after five wrong codes a new flow is needed',
      profile: 'main',
      steps: codeAfterGuesses(account, {
        status: 303,
        location: '{public}/self-service/recovery/flows?id=*',
        cookies: ['csrf'],
      }),
    },
    {
      name: 'after five wrong codes the error names a new flow',
      profile: 'transitions',
      steps: codeAfterGuesses(verifiedAccount, {
        status: 400,
        cookies: ['csrf'],
        error: { details: { continue_with: [{ action: 'show_recovery_ui', flow: { id: '*' } }] } },
      }),
    },
  ],
}
