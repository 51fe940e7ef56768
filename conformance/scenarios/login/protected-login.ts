import { account, correctPassword, open, openNative, submit, submitForm } from '../given.ts'
import type { ScenarioFile } from '../scenario.ts'

const refused = { id: 'security_csrf_violation' }

export const protectedLogin: ScenarioFile = {
  area: 'login',
  scenarios: [
    {
      name: 'a submission without the right token or cookie is refused',
      profile: 'main',
      steps: [
        account,
        open('login'),
        {
          title: 'the token is wrong',
          ...submit('login'),
          body: { ...correctPassword, csrf_token: 'wrong' },
          expect: { status: 403, cookies: [], error: { ...refused, details: { docs: '*', hint: '*' } } },
        },
        {
          title: 'there is no token',
          ...submit('login'),
          body: { ...correctPassword, csrf_token: '' },
          expect: { status: 403, error: refused },
        },
        {
          title: 'there is no cookie',
          ...submit('login'),
          as: 'a stranger',
          body: correctPassword,
          expect: { status: 403, error: refused },
        },
        {
          title: 'a stranger reads the flow',
          as: 'a stranger',
          mode: 'ajax',
          request: 'GET /self-service/login/flows?id={flow}',
          expect: { status: 403, cookies: ['csrf'], error: refused },
        },
        {
          title: 'a stranger with their own cookie submits',
          ...submit('login'),
          as: 'a stranger',
          body: correctPassword,
          expect: { status: 403, error: refused },
        },
        {
          title: 'the token is wrong in a form',
          ...submitForm('login'),
          body: { ...correctPassword, csrf_token: 'wrong' },
          expect: { status: 303, location: '{pages}/error?id=*', cookies: [] },
        },
        {
          title: 'the error page can tell',
          mode: 'ajax',
          request: 'GET /self-service/errors?id={errorId}',
          expect: { status: 200, body: { id: '{errorId}', error: { id: 'security_csrf_violation', code: 403 } } },
        },
      ],
    },
    {
      name: 'an earlier rendering of the token stays valid',
      profile: 'main',
      steps: [
        account,
        { ...open('login'), keep: { early: '{csrf}' } },
        {
          title: 'the flow is read, which draws another token',
          mode: 'ajax',
          request: 'GET /self-service/login/flows?id={flow}',
          expect: { status: 200 },
        },
        {
          title: 'the early token is sent',
          ...submit('login'),
          body: { ...correctPassword, csrf_token: '{early}' },
          expect: { status: 200, cookies: ['csrf', 'session'] },
        },
      ],
    },
    {
      name: 'a flow that does not exist',
      profile: 'main',
      steps: [
        {
          title: 'an unknown id is read',
          mode: 'ajax',
          request: 'GET /self-service/login/flows?id={unknownId}',
          expect: { status: 404, error: {} },
        },
        {
          title: 'a malformed id is read',
          mode: 'ajax',
          request: 'GET /self-service/login/flows?id=nonsense',
          expect: { status: 404, error: {} },
        },
        {
          title: 'no id is read',
          mode: 'ajax',
          request: 'GET /self-service/login/flows',
          expect: { status: 404, error: {} },
        },
        {
          title: 'an unknown id is submitted',
          mode: 'ajax',
          request: 'POST /self-service/login?flow={unknownId}',
          body: { method: 'password' },
          expect: { status: 404, error: {} },
        },
        {
          title: 'no id is submitted',
          mode: 'ajax',
          request: 'POST /self-service/login',
          body: { method: 'password' },
          expect: { status: 400, error: {} },
        },
        {
          title: 'an unknown id is submitted by form',
          mode: 'navigation',
          request: 'POST /self-service/login?flow={unknownId}',
          body: { method: 'password' },
          expect: { status: 303, location: '{pages}/error?id=*' },
        },
      ],
    },
    {
      name: 'only allowed pages can be returned to',
      profile: 'main',
      steps: [
        {
          title: 'a foreign page over AJAX',
          mode: 'ajax',
          request: 'GET /self-service/login/browser?return_to=https://evil.example/',
          expect: { status: 400, error: { id: 'self_service_flow_return_to_forbidden' } },
        },
        {
          title: 'a foreign page by navigation',
          mode: 'navigation',
          request: 'GET /self-service/login/browser?return_to=https://evil.example/',
          expect: { status: 303, location: '{pages}/error?id=*' },
        },
        {
          title: 'the error page can tell',
          mode: 'ajax',
          request: 'GET /self-service/errors?id={errorId}',
          expect: {
            status: 200,
            body: {
              id: '{errorId}',
              error: { id: 'self_service_flow_return_to_forbidden', code: 400, status: 'Bad Request', message: '*' },
              created_at: '*Z',
              updated_at: '*Z',
            },
          },
        },
        {
          title: 'a foreign page by an app',
          mode: 'native',
          request: 'GET /self-service/login/api?return_to=https://evil.example/',
          expect: { status: 400, error: { id: 'self_service_flow_return_to_forbidden' } },
        },
        {
          title: 'an allowed host that only begins alike',
          mode: 'ajax',
          request: 'GET /self-service/login/browser?return_to=https://www.example.org.evil.example/deep',
          expect: { status: 400, error: { id: 'self_service_flow_return_to_forbidden' } },
        },
        {
          title: 'a path above the allowed one',
          mode: 'ajax',
          request: 'GET /self-service/login/browser?return_to=https://www.example.org/',
          expect: { status: 400, error: { id: 'self_service_flow_return_to_forbidden' } },
        },
        {
          title: 'another scheme',
          mode: 'ajax',
          request: 'GET /self-service/login/browser?return_to=javascript:alert(1)',
          expect: { status: 400, error: { id: 'self_service_flow_return_to_forbidden' } },
        },
        {
          title: 'a path below the allowed one',
          mode: 'ajax',
          request: 'GET /self-service/login/browser?return_to=https%3A%2F%2Fwww.example.org%2Fdeep%2Fpath%3Fx%3D1',
          expect: { status: 200, flow: { also: { return_to: 'https://www.example.org/deep/path?x=1' } } },
        },
        {
          title: 'a path alone',
          mode: 'ajax',
          request: 'GET /self-service/login/browser?return_to=/relative/path',
          expect: { status: 200, flow: { also: { return_to: '/relative/path' } } },
        },
      ],
    },
    {
      name: 'a path alone inherits the origin of the default page',
      profile: 'main',
      steps: [
        account,
        open('login', '?return_to=/relative/path'),
        {
          title: 'the visitor signs in',
          ...submitForm('login'),
          body: correctPassword,
          expect: { status: 303, location: '{pages}/relative/path', cookies: ['csrf', 'session'] },
        },
      ],
    },
    {
      name: 'a native flow cannot be taken over by a browser form',
      profile: 'main',
      steps: [
        account,
        open('login'),
        openNative('login'),
        {
          title: 'a browser sends its cookies along',
          ...submitForm('login'),
          body: correctPassword,
          expect: { status: 400, cookies: [], flow: { messages: ['error 4000001(reason)'] } },
        },
      ],
    },
  ],
}
