import {
  account,
  open,
  openNative,
  read,
  signedIn,
  signedInNatively,
  submit,
  withToken,
  correctPassword,
} from '../given.ts'
import { loginForm, noToken, token } from '../rows.ts'
import { absent, type ScenarioFile } from '../scenario.ts'

const fresh = { type: 'browser', refresh: false, requested_aal: 'aal1', organization_id: null }

export const openLogin: ScenarioFile = {
  area: 'login',
  scenarios: [
    {
      name: 'a browser gets a form over AJAX and can read it again',
      profile: 'main',
      steps: [
        {
          ...open('login'),
          expect: {
            status: 200,
            cookies: ['csrf'],
            flow: {
              state: 'choose_method',
              active: absent,
              nodes: loginForm(),
              inOrder: true,
              also: {
                ...fresh,
                request_url: '{public}/self-service/login/browser',
                return_to: absent,
                expires_at: '*Z',
                issued_at: '*Z',
                created_at: '*Z',
                updated_at: '*Z',
                ui: { method: 'POST', action: '{public}/self-service/login?flow={flow}', messages: absent },
              },
            },
          },
        },
        {
          ...read('login'),
          expect: { status: 200, cookies: [], flow: { state: 'choose_method', nodes: loginForm() } },
        },
      ],
    },
    {
      name: 'a navigation is sent to the page',
      profile: 'main',
      steps: [
        {
          title: 'the browser asks for HTML',
          mode: 'navigation',
          request: 'GET /self-service/login/browser',
          expect: { status: 303, location: '{pages}/login?flow=*', cookies: ['csrf'] },
        },
      ],
    },
    {
      name: 'anything but JSON counts as a navigation',
      profile: 'main',
      steps: [
        {
          title: 'any type is accepted',
          mode: 'ajax',
          headers: { accept: '*/*' },
          request: 'GET /self-service/login/browser',
          expect: { status: 303, location: '{pages}/login?flow=*' },
        },
        {
          title: 'a type that is not offered is accepted',
          mode: 'ajax',
          headers: { accept: 'image/png' },
          request: 'GET /self-service/login/browser',
          expect: { status: 303, location: '{pages}/login?flow=*' },
        },
      ],
    },
    {
      name: 'an app gets a native form without cookies',
      profile: 'main',
      steps: [
        {
          ...openNative('login'),
          expect: {
            status: 200,
            cookies: [],
            flow: {
              state: 'choose_method',
              nodes: loginForm(noToken),
              inOrder: true,
              also: { ...fresh, type: 'api', request_url: '{public}/self-service/login/api' },
            },
          },
        },
        {
          title: 'the app reads it',
          mode: 'native',
          request: 'GET /self-service/login/flows?id={flow}',
          expect: { status: 200, cookies: ['csrf'], flow: { nodes: loginForm(noToken) } },
        },
      ],
    },
    {
      name: 'a signed-in person gets no form',
      profile: 'main',
      steps: [
        account,
        open('login', '', 'second tab'),
        {
          title: 'the visitor signs in',
          ...submit('login'),
          as: 'second tab',
          body: correctPassword,
          expect: { status: 200, cookies: ['csrf', 'session'] },
        },
        {
          title: 'AJAX is told so',
          as: 'second tab',
          mode: 'ajax',
          request: 'GET /self-service/login/browser',
          expect: { status: 400, error: { id: 'session_already_available' } },
        },
        {
          title: 'a navigation goes to the default page',
          as: 'second tab',
          mode: 'navigation',
          request: 'GET /self-service/login/browser',
          expect: { status: 303, location: '{pages}/' },
        },
        {
          title: 'a navigation goes where it wanted to return',
          as: 'second tab',
          mode: 'navigation',
          request: 'GET /self-service/login/browser?return_to={%pages}%2Fapp',
          expect: { status: 303, location: '{pages}/app' },
        },
      ],
    },
    {
      name: 'an app that is signed in gets no form',
      profile: 'main',
      steps: [
        ...signedInNatively,
        {
          title: 'the app asks again',
          mode: 'native',
          headers: withToken,
          request: 'GET /self-service/login/api',
          expect: { status: 400, error: { id: 'session_already_available' } },
        },
      ],
    },
    {
      name: 'a second factor cannot be asked for without a session',
      profile: 'main',
      steps: [
        {
          title: 'over AJAX',
          mode: 'ajax',
          request: 'GET /self-service/login/browser?aal=aal2',
          expect: { status: 401, error: { id: 'session_aal1_required' } },
        },
        {
          title: 'by navigation',
          mode: 'navigation',
          request: 'GET /self-service/login/browser?aal=aal2',
          expect: { status: 303, location: '{pages}/error?id=*' },
        },
        {
          title: 'by an app',
          mode: 'native',
          request: 'GET /self-service/login/api?aal=aal2',
          expect: { status: 401, error: { id: 'session_aal1_required' } },
        },
        {
          title: 'an unknown level',
          mode: 'ajax',
          request: 'GET /self-service/login/browser?aal=aal9',
          expect: { status: 400, error: {} },
        },
      ],
    },
    {
      name: 'an account without a second factor gets a form with nothing in it',
      profile: 'main',
      steps: [
        ...signedIn,
        {
          title: 'a second factor is asked for',
          mode: 'ajax',
          request: 'GET /self-service/login/browser?aal=aal2',
          expect: {
            status: 200,
            flow: { nodes: [token], messages: ['info 1010004'], also: { requested_aal: 'aal2', refresh: false } },
          },
        },
      ],
    },
    {
      name: 'a refresh without a session is an ordinary sign-in',
      profile: 'main',
      steps: [
        {
          ...open('login', '?refresh=true'),
          expect: { status: 200, flow: { nodes: loginForm(), also: { refresh: false } } },
        },
      ],
    },
    {
      name: 'with passwords alone there is no button for codes',
      profile: 'off',
      steps: [
        account,
        {
          ...open('login'),
          expect: {
            status: 200,
            cookies: ['csrf'],
            flow: { nodes: loginForm().filter((row) => !row.startsWith('code ')), inOrder: true },
          },
        },
        {
          title: 'the session cookie has the configured name and ends with the browser',
          ...submit('login'),
          body: correctPassword,
          expect: { status: 200, cookies: ['csrf', 'session until close'], body: { session: { active: true } } },
        },
        {
          title: 'it is a session',
          mode: 'ajax',
          request: 'GET /sessions/whoami',
          expect: { status: 200, body: { id: '{session}' } },
        },
      ],
    },
  ],
}
