import {
  account,
  correctPassword,
  open,
  otherAccount,
  read,
  signedIn,
  signedInNatively,
  submit,
  submitNative,
  verifiedAccount,
  withToken,
} from '../given.ts'
import { currentPassword, identifier, sendLoginCode, token } from '../rows.ts'
import { absent, type ScenarioFile } from '../scenario.ts'

const confirm = 'password submit method=password label 1010001'

export const refreshLogin: ScenarioFile = {
  area: 'login',
  scenarios: [
    {
      name: 'a session is confirmed with the password',
      profile: 'main',
      steps: [
        ...signedIn,
        {
          ...open('login', '?refresh=true'),
          expect: {
            status: 200,
            flow: {
              messages: ['info 1010003'],
              nodes: [token, identifier(), sendLoginCode, currentPassword, confirm],
              also: { refresh: true, requested_aal: 'aal1' },
            },
          },
          keep: { first: '{session}' },
        },
        {
          title: 'the password is right',
          ...submit('login'),
          body: correctPassword,
          expect: {
            status: 200,
            cookies: ['session'],
            body: {
              session: { id: '{first}', authentication_methods: [{ method: 'password' }, { method: 'password' }] },
            },
          },
        },
      ],
    },
    {
      name: 'without codes the confirmation knows its person',
      profile: 'off',
      steps: [
        account,
        open('login'),
        {
          title: 'the visitor signs in',
          ...submit('login'),
          body: correctPassword,
          expect: { status: 200, cookies: ['csrf', 'session until close'] },
        },
        {
          ...open('login', '?refresh=true'),
          expect: {
            status: 200,
            flow: {
              messages: ['info 1010003'],
              nodes: [token, 'default hidden identifier={email}', currentPassword, confirm],
            },
          },
        },
      ],
    },
    {
      name: 'an app confirms its session',
      profile: 'main',
      steps: [
        { ...account },
        ...signedInNatively.slice(1),
        {
          title: 'the app asks to confirm',
          mode: 'native',
          headers: withToken,
          request: 'GET /self-service/login/api?refresh=true',
          expect: { status: 200, flow: { messages: ['info 1010003'], also: { refresh: true } } },
          keep: { first: '{session}' },
        },
        {
          title: 'the password is right',
          ...submitNative('login'),
          headers: withToken,
          body: correctPassword,
          expect: { status: 200, body: { session: { id: '{first}' }, session_token: '{sessionToken}' } },
        },
      ],
    },
    {
      name: 'a wrong password keeps the old session as it was',
      profile: 'main',
      steps: [
        ...signedIn,
        open('login', '?refresh=true'),
        {
          title: 'the password is wrong',
          ...submit('login'),
          body: { ...correctPassword, password: 'not-this-one' },
          expect: { status: 400, cookies: [], flow: { messages: ['error 4000006'] } },
        },
        {
          title: 'the session is still there',
          mode: 'ajax',
          request: 'GET /sessions/whoami',
          expect: { status: 200, body: { id: '{session}', authentication_methods: [{ method: 'password' }] } },
        },
      ],
    },
    {
      name: 'another person may sign in over a session',
      profile: 'main',
      steps: [
        ...signedIn,
        otherAccount,
        { ...open('login', '?refresh=true'), keep: { first: '{session}' } },
        {
          title: 'another password and another address',
          ...submit('login'),
          body: { method: 'password', identifier: '{otherEmail}', password: '{otherPassword}' },
          expect: {
            status: 200,
            cookies: ['csrf', 'session'],
            body: { session: { identity: { traits: { email: '{otherEmail}' } } } },
          },
        },
      ],
    },
    {
      name: 'an address that is not verified keeps people out where the operator wants it so',
      profile: 'transitions',
      steps: [
        account,
        open('login'),
        {
          title: 'the password is right, over AJAX',
          ...submit('login'),
          body: correctPassword,
          expect: {
            status: 403,
            cookies: [],
            error: {
              id: 'session_verified_address_required',
              code: 400,
              details: {
                continue_with: [
                  {
                    action: 'show_verification_ui',
                    flow: { id: '*', verifiable_address: '{email}', url: '{pages}/verification?flow=*' },
                  },
                ],
              },
            },
          },
        },
        open('login', '?x=1'),
        {
          title: 'the password is right, by form',
          mode: 'navigation',
          request: 'POST /self-service/login?flow={flow}',
          body: correctPassword,
          expect: { status: 303, location: '{pages}/verification?flow=*', cookies: [] },
        },
      ],
    },
    {
      name: 'a verified address is let in',
      profile: 'transitions',
      steps: [
        verifiedAccount,
        open('login'),
        {
          title: 'the password is right',
          ...submit('login'),
          body: correctPassword,
          expect: { status: 200, cookies: ['csrf', 'session'], body: { session: { active: true } } },
        },
      ],
    },
    {
      name: 'the older answer to an address that is not verified is a message in the form',
      profile: 'legacy',
      steps: [
        account,
        open('login'),
        {
          title: 'the password is right',
          ...submit('login'),
          body: correctPassword,
          expect: {
            status: 400,
            cookies: [],
            flow: { state: 'choose_method', active: 'password', messages: ['error 4000010'] },
          },
        },
        {
          ...read('login'),
          expect: { status: 200, flow: { messages: ['error 4000010'], also: { return_to: absent } } },
        },
      ],
    },
  ],
}
