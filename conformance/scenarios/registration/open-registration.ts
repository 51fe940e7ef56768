import { open, openNative, read, signedIn, signedInNatively, submit, withToken } from '../given.ts'
import { noToken, profileForm } from '../rows.ts'
import { absent, type ScenarioFile } from '../scenario.ts'

export const openRegistration: ScenarioFile = {
  area: 'registration',
  scenarios: [
    {
      name: 'a browser gets the profile page over AJAX and can read it again',
      profile: 'main',
      steps: [
        {
          ...open('registration'),
          expect: {
            status: 200,
            cookies: ['csrf'],
            flow: {
              state: 'choose_method',
              active: absent,
              nodes: profileForm(),
              inOrder: true,
              also: {
                type: 'browser',
                organization_id: null,
                request_url: '{public}/self-service/registration/browser',
                ui: { method: 'POST', action: '{public}/self-service/registration?flow={flow}', messages: absent },
              },
            },
          },
        },
        { ...read('registration'), expect: { status: 200, cookies: [], flow: { nodes: profileForm() } } },
      ],
    },
    {
      name: 'a navigation is sent to the page and keeps where to return',
      profile: 'main',
      steps: [
        {
          title: 'the browser asks for HTML',
          mode: 'navigation',
          request: 'GET /self-service/registration/browser?return_to={%pages}%2Fapp',
          expect: { status: 303, location: '{pages}/registration?flow=*', cookies: ['csrf'] },
        },
        { ...read('registration'), expect: { status: 200, flow: { also: { return_to: '{pages}/app' } } } },
      ],
    },
    {
      name: 'an app gets a native form',
      profile: 'main',
      steps: [
        {
          ...openNative('registration'),
          expect: {
            status: 200,
            cookies: [],
            flow: { state: 'choose_method', nodes: profileForm(noToken), inOrder: true, also: { type: 'api' } },
          },
        },
      ],
    },
    {
      name: 'a signed-in person cannot sign up',
      profile: 'main',
      steps: [
        { ...open('registration', '', 'early tab'), keep: { early: '{flow}' } },
        ...signedIn,
        {
          title: 'AJAX is told so',
          mode: 'ajax',
          request: 'GET /self-service/registration/browser',
          expect: { status: 400, error: { id: 'session_already_available' } },
        },
        {
          title: 'a navigation goes to the default page',
          mode: 'navigation',
          request: 'GET /self-service/registration/browser',
          expect: { status: 303, location: '{pages}/' },
        },
        {
          title: 'an earlier form is refused',
          mode: 'ajax',
          request: 'POST /self-service/registration?flow={early}',
          body: { method: 'password' },
          expect: { status: 400, error: { id: 'session_already_available' } },
        },
        ...signedInNatively.slice(1),
        {
          title: 'an app is told so',
          mode: 'native',
          headers: withToken,
          request: 'GET /self-service/registration/api',
          expect: { status: 400, error: { id: 'session_already_available' } },
        },
      ],
    },
    {
      name: 'unknown flows, wrong tokens and foreign pages are refused',
      profile: 'main',
      steps: [
        open('registration'),
        {
          title: 'an unknown flow is read',
          mode: 'ajax',
          request: 'GET /self-service/registration/flows?id={unknownId}',
          expect: { status: 404, error: {} },
        },
        {
          title: 'a stranger reads the flow',
          as: 'a stranger',
          mode: 'ajax',
          request: 'GET /self-service/registration/flows?id={flow}',
          expect: { status: 403, cookies: ['csrf'], error: { id: 'security_csrf_violation' } },
        },
        {
          title: 'the token is wrong',
          ...submit('registration'),
          body: { method: 'password', password: '{password}', traits: { email: '{email}' }, csrf_token: 'wrong' },
          expect: { status: 403, cookies: [], error: { id: 'security_csrf_violation' } },
        },
        {
          title: 'a foreign page to return to',
          mode: 'ajax',
          request: 'GET /self-service/registration/browser?return_to=https://evil.example/',
          expect: { status: 400, error: { id: 'self_service_flow_return_to_forbidden' } },
        },
      ],
    },
    {
      name: 'sign-up that is switched off is refused',
      profile: 'off',
      steps: [
        {
          title: 'over AJAX',
          mode: 'ajax',
          request: 'GET /self-service/registration/browser',
          expect: { status: 400, error: { id: 'self_service_flow_disabled' } },
        },
        {
          title: 'by navigation',
          mode: 'navigation',
          request: 'GET /self-service/registration/browser',
          expect: { status: 303, location: '{pages}/error?id=*' },
        },
        {
          title: 'by an app',
          mode: 'native',
          request: 'GET /self-service/registration/api',
          expect: { status: 400, error: { id: 'self_service_flow_disabled' } },
        },
        {
          title: 'a flow is read',
          mode: 'ajax',
          request: 'GET /self-service/registration/flows?id={unknownId}',
          expect: { status: 400, error: { id: 'self_service_flow_disabled' } },
        },
      ],
    },
  ],
}
