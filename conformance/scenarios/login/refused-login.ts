import {
  account,
  correctPassword,
  open,
  openNative,
  read,
  signedIn,
  submit,
  submitForm,
  submitNative,
} from '../given.ts'
import { currentPassword, identifier, loginForm, noToken, sendLoginCode, token } from '../rows.ts'
import type { ScenarioFile } from '../scenario.ts'

export const refusedLogin: ScenarioFile = {
  area: 'login',
  scenarios: [
    {
      name: 'a wrong password and an unknown account look the same',
      profile: 'main',
      steps: [
        account,
        open('login'),
        {
          title: 'the password is wrong',
          ...submit('login'),
          body: { ...correctPassword, password: 'not-this-one' },
          expect: {
            status: 400,
            cookies: [],
            flow: {
              state: 'choose_method',
              messages: ['error 4000006'],
              nodes: loginForm(token, '{email}'),
              inOrder: true,
            },
          },
        },
        {
          title: 'no account has this address',
          ...submit('login'),
          body: { ...correctPassword, identifier: '{otherEmail}' },
          expect: {
            status: 400,
            flow: { state: 'choose_method', messages: ['error 4000006'], nodes: loginForm(token, '{otherEmail}') },
          },
        },
      ],
    },
    {
      name: 'a wrong password by form leads back to the form, which says so',
      profile: 'main',
      steps: [
        account,
        open('login'),
        {
          title: 'the password is wrong',
          ...submitForm('login'),
          body: { ...correctPassword, password: 'not-this-one' },
          expect: { status: 303, location: '{pages}/login?flow={flow}', cookies: [] },
        },
        {
          ...read('login'),
          expect: { status: 200, flow: { messages: ['error 4000006'], nodes: loginForm(token, '{email}') } },
        },
      ],
    },
    {
      name: 'fields that are missing are named',
      profile: 'main',
      steps: [
        open('login'),
        ...[{}, { identifier: '', password: '' }].map((fields, index) => ({
          title: ['neither field is sent', 'both fields are empty'][index] ?? '',
          ...submit('login'),
          body: { method: 'password', ...fields },
          expect: {
            status: 400,
            flow: {
              nodes: [
                token,
                `${identifier()} ! error 4000002(property)`,
                sendLoginCode,
                `${currentPassword} ! error 4000002(property)`,
                'password submit method=password label 1010022',
              ],
              inOrder: true,
            },
          },
        })),
      ],
    },
    {
      name: 'a submission with a wrong token, or from another browser, is refused',
      profile: 'main',
      steps: [
        open('login'),
        {
          title: 'the token is wrong',
          ...submit('login'),
          body: { ...correctPassword, csrf_token: 'wrong' },
          expect: { status: 403, error: { id: 'security_csrf_violation' } },
        },
        {
          title: 'the method is unknown, too',
          ...submit('login'),
          body: { method: 'telepathy', csrf_token: 'wrong' },
          expect: { status: 400, flow: { messages: ['error 4010002'] } },
        },
        {
          title: 'a field is missing, too',
          ...submit('login'),
          body: { method: 'password', identifier: '{email}', csrf_token: 'wrong' },
          expect: { status: 400, flow: { faulty: [`${currentPassword} ! error 4000002(property)`] } },
        },
        {
          title: 'a stranger sends an unknown method',
          as: 'a stranger',
          ...submit('login'),
          body: { method: 'telepathy' },
          expect: { status: 400, flow: { messages: ['error 4010002'] } },
        },
      ],
    },
    {
      name: 'a submission without a usable method is refused in the form',
      profile: 'main',
      steps: [
        open('login'),
        {
          title: 'no method',
          ...submit('login'),
          body: {},
          expect: { status: 400, flow: { messages: ['error 4010002'], nodes: loginForm() } },
        },
        {
          title: 'an unknown method',
          ...submit('login'),
          body: { method: 'telepathy' },
          expect: { status: 400, flow: { messages: ['error 4010002'] } },
        },
      ],
    },
    {
      name: 'a body that cannot be read is refused in the form',
      profile: 'main',
      steps: [
        open('login'),
        {
          title: 'no body',
          ...submit('login'),
          expect: { status: 400, flow: { messages: ['error 4000001(reason)'], nodes: loginForm() } },
        },
        {
          title: 'JSON that breaks off',
          ...submit('login'),
          body: '{"method":',
          expect: { status: 400, flow: { messages: ['error 4000001(reason)'] } },
        },
        {
          title: 'an unsupported type of body',
          ...submit('login'),
          body: 'x',
          headers: { 'content-type': 'text/plain' },
          expect: { status: 400, flow: { messages: ['error 4000001(reason)'] } },
        },
      ],
    },
    {
      name: 'a native form takes no cookies and no origin',
      profile: 'main',
      steps: [
        account,
        openNative('login'),
        {
          title: 'with a cookie',
          ...submitNative('login'),
          headers: { cookie: 'some=cookie' },
          body: correctPassword,
          expect: {
            status: 400,
            flow: { messages: ['error 4000001(reason)'], nodes: loginForm(noToken, '{email}') },
          },
        },
        {
          title: 'with an origin',
          ...submitNative('login'),
          headers: { origin: 'https://www.example.org' },
          body: correctPassword,
          expect: { status: 400, flow: { messages: ['error 4000001(reason)'] } },
        },
        {
          title: 'cookies of a well-known proxy do not matter',
          ...submitNative('login'),
          headers: { cookie: '__cf_bm=x' },
          body: correctPassword,
          expect: { status: 200, body: { session: { active: true } } },
        },
      ],
    },
    {
      name: 'a native form can be used again',
      profile: 'main',
      steps: [
        account,
        openNative('login'),
        {
          title: 'the first time',
          ...submitNative('login'),
          body: correctPassword,
          expect: { status: 200 },
          keep: { firstToken: '{sessionToken}' },
        },
        {
          title: 'the second time',
          ...submitNative('login'),
          body: correctPassword,
          expect: { status: 200, body: { session_token: 'ory_st_*' } },
        },
        {
          title: 'both sessions live',
          mode: 'native',
          headers: { 'x-session-token': '{firstToken}' },
          request: 'GET /sessions/whoami',
          expect: { status: 200, body: { active: true } },
        },
      ],
    },
    {
      name: 'the form of before the sign-in is of no use after it',
      profile: 'main',
      steps: [
        { ...open('login', '?x=1'), keep: { other: '{flow}', otherToken: '{csrf}' } },
        ...signedIn,
        {
          title: 'it cannot be read any more',
          mode: 'ajax',
          request: 'GET /self-service/login/flows?id={other}',
          expect: { status: 403, error: { id: 'security_csrf_violation' } },
        },
        {
          title: 'submitting it is refused in the form, because the visitor is signed in',
          mode: 'ajax',
          request: 'POST /self-service/login?flow={other}',
          body: { ...correctPassword, csrf_token: '{otherToken}' },
          expect: { status: 400, flow: { messages: ['error 4000001(reason)'] } },
        },
        {
          title: 'the form leads to the default page',
          mode: 'navigation',
          request: 'POST /self-service/login?flow={other}',
          body: { ...correctPassword, csrf_token: '{otherToken}' },
          expect: { status: 303, location: '{pages}/', cookies: [] },
        },
      ],
    },
    {
      name: 'a disabled account is refused',
      profile: 'main',
      steps: [
        account,
        {
          title: 'the account is disabled',
          at: 'admin',
          mode: 'native',
          request: 'PATCH /admin/identities/{account}',
          body: [{ op: 'replace', path: '/state', value: 'inactive' }],
          expect: { status: 200, body: { state: 'inactive' } },
        },
        open('login'),
        {
          title: 'in a browser',
          ...submit('login'),
          body: correctPassword,
          expect: { status: 401, cookies: [], error: { details: { identity_id: '{account}' } } },
        },
        openNative('login'),
        {
          title: 'in an app',
          ...submitNative('login'),
          body: correctPassword,
          expect: { status: 401, error: { details: { identity_id: '{account}' } } },
        },
      ],
    },
  ],
}
