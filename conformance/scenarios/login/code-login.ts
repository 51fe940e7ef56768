import { account, codeByMail, open, openNative, submit, submitForm, submitNative } from '../given.ts'
import {
  codeFields,
  hiddenIdentifier,
  loginForm,
  resendCode,
  signInWithPassword,
  identifier,
  sendLoginCode,
  currentPassword,
  token,
} from '../rows.ts'
import { absent, type ScenarioFile } from '../scenario.ts'

const ask = { method: 'code', identifier: '{email}' }
const sent = [hiddenIdentifier('{email}'), ...codeFields('1070013'), resendCode]
const afterAnError = ['default hidden identifier={email}', ...codeFields('1070013'), resendCode, token]

const session = {
  active: true,
  authenticator_assurance_level: 'aal1',
  authentication_methods: [{ method: 'code', aal: 'aal1', completed_at: '*Z' }],
  identity: { verifiable_addresses: [{ value: '{email}', verified: true, status: 'completed', verified_at: '*Z' }] },
}

export const codeLogin: ScenarioFile = {
  area: 'login',
  scenarios: [
    {
      name: 'a code by mail signs in over AJAX, after a wrong one and a new one',
      profile: 'main',
      steps: [
        account,
        open('login'),
        {
          title: 'a code is asked for',
          ...submit('login'),
          body: ask,
          expect: {
            status: 400,
            cookies: [],
            flow: {
              state: 'sent_email',
              active: 'code',
              messages: ['info 1010014'],
              nodes: [...sent, token],
            },
          },
        },
        codeByMail,
        {
          title: 'the code is wrong',
          ...submit('login'),
          body: { ...ask, code: '{wrongCode}' },
          expect: {
            status: 400,
            flow: { state: 'sent_email', active: 'code', messages: ['error 4010008'], nodes: afterAnError },
          },
          keep: { firstCode: '{code}' },
        },
        {
          title: 'another code is asked for',
          ...submit('login'),
          body: { ...ask, resend: 'code' },
          expect: { status: 400, flow: { state: 'sent_email', messages: ['info 1010014'] } },
        },
        { title: 'the second code comes by mail', mailTo: '{email}' },
        {
          title: 'the first code has no use any more',
          ...submit('login'),
          body: { ...ask, code: '{firstCode}' },
          expect: { status: 400, flow: { state: 'sent_email', messages: ['error 4010008'] } },
        },
        {
          title: 'the second code is right',
          ...submit('login'),
          body: { ...ask, code: '{code}' },
          expect: {
            status: 200,
            cookies: ['csrf', 'session'],
            body: {
              session,
              session_token: absent,
              continue_with: [{ action: 'redirect_browser_to', redirect_browser_to: '{pages}/' }],
            },
          },
        },
        {
          title: 'the address counts as verified from now on',
          mode: 'ajax',
          request: 'GET /sessions/whoami',
          expect: {
            status: 200,
            body: { identity: { verifiable_addresses: [{ value: '{email}', verified: true, status: 'completed' }] } },
          },
        },
      ],
    },
    {
      name: 'a code by mail signs in by form',
      profile: 'main',
      steps: [
        account,
        open('login'),
        {
          title: 'a code is asked for',
          ...submitForm('login'),
          body: ask,
          expect: { status: 303, location: '{pages}/login?flow={flow}', cookies: [] },
        },
        codeByMail,
        {
          title: 'the code is right',
          ...submitForm('login'),
          body: { ...ask, code: '{code}' },
          expect: { status: 303, location: '{pages}/', cookies: ['csrf', 'session'] },
        },
      ],
    },
    {
      name: 'a code by mail gives an app a token',
      profile: 'main',
      steps: [
        account,
        openNative('login'),
        {
          title: 'a code is asked for',
          ...submitNative('login'),
          body: ask,
          expect: {
            status: 400,
            flow: { state: 'sent_email', active: 'code', messages: ['info 1010014'], nodes: sent },
          },
        },
        codeByMail,
        {
          title: 'the code is right',
          ...submitNative('login'),
          body: { ...ask, code: '{code}' },
          expect: { status: 200, cookies: [], body: { session, session_token: 'ory_st_*' } },
        },
      ],
    },
    {
      name: 'an unknown address gets no code',
      profile: 'main',
      steps: [
        open('login'),
        {
          title: 'a code is asked for',
          ...submit('login'),
          body: { method: 'code', identifier: '{otherEmail}' },
          expect: {
            status: 400,
            flow: { state: 'choose_method', messages: ['error 4000035'], nodes: loginForm(token, '{otherEmail}') },
          },
        },
        {
          title: 'no address is given',
          ...submit('login'),
          body: { method: 'code' },
          expect: {
            status: 400,
            flow: {
              state: 'choose_method',
              nodes: [
                token,
                `${identifier()} ! error 4000002(property)`,
                sendLoginCode,
                currentPassword,
                signInWithPassword,
              ],
            },
          },
        },
      ],
    },
    {
      name: 'after a code was sent the password still works',
      profile: 'main',
      steps: [
        account,
        open('login'),
        {
          title: 'a code is asked for',
          ...submit('login'),
          body: ask,
          expect: { status: 400, flow: { state: 'sent_email', messages: ['info 1010014'] } },
        },
        {
          title: 'the password is sent',
          ...submit('login'),
          body: { method: 'password', identifier: '{email}', password: '{password}' },
          expect: {
            status: 200,
            cookies: ['csrf', 'session'],
            body: { session: { authentication_methods: [{ method: 'password' }] } },
          },
        },
      ],
    },
    {
      name: 'a code can be guessed five times, then even the right one is refused',
      profile: 'main',
      steps: [
        account,
        open('login'),
        {
          title: 'a code is asked for',
          ...submit('login'),
          body: ask,
          expect: { status: 400, flow: { messages: ['info 1010014'] } },
        },
        codeByMail,
        ...['first', 'second', 'third', 'fourth', 'fifth'].map((time) => ({
          title: `the ${time} guess is wrong`,
          ...submit('login'),
          body: { ...ask, code: '{wrongCode}' },
          expect: { status: 400, flow: { messages: ['error 4010008'] } },
        })),
        {
          title: 'the right code comes too late',
          ...submit('login'),
          body: { ...ask, code: '{code}' },
          expect: { status: 400, cookies: [], flow: { messages: ['error 4000001(reason)'] } },
        },
      ],
    },
  ],
}
