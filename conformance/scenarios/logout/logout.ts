import { signedIn, signedInNatively, withToken } from '../given.ts'
import { absent, type ScenarioFile } from '../scenario.ts'

const noSession = { title: 'the session is over', mode: 'ajax', request: 'GET /sessions/whoami' } as const

export const logout: ScenarioFile = {
  area: 'logout',
  scenarios: [
    {
      name: 'a browser signs out by navigation and returns where it wants to',
      profile: 'main',
      steps: [
        ...signedIn,
        {
          title: 'the URL is asked for',
          mode: 'ajax',
          request: 'GET /self-service/logout/browser?return_to={%pages}%2Fapp',
          expect: {
            status: 200,
            body: {
              logout_token: 'ory_lo_*',
              logout_url:
                '{public}/self-service/logout?return_to=http%3A%2F%2F127.0.0.1%3A4455%2Fapp&token={logoutToken}',
            },
          },
        },
        {
          title: 'the browser goes there',
          mode: 'navigation',
          request: 'GET {logoutUrl}',
          expect: { status: 303, location: '{pages}/app', cookies: ['session deleted', 'csrf'] },
        },
        { ...noSession, expect: { status: 401, error: {} } },
        {
          title: 'the URL works only once',
          mode: 'navigation',
          request: 'GET {logoutUrl}',
          expect: { status: 303, location: '{pages}/error?id=*' },
        },
      ],
    },
    {
      name: 'a browser signs out to the configured page',
      profile: 'main',
      steps: [
        ...signedIn,
        {
          title: 'the URL is asked for',
          mode: 'ajax',
          request: 'GET /self-service/logout/browser',
          expect: {
            status: 200,
            body: { logout_url: '{public}/self-service/logout?token={logoutToken}' },
          },
          keep: { firstToken: '{logoutToken}' },
        },
        {
          title: 'the URL stays the same',
          mode: 'ajax',
          request: 'GET /self-service/logout/browser',
          expect: { status: 200, body: { logout_token: '{firstToken}' } },
        },
        {
          title: 'the browser goes there',
          mode: 'navigation',
          request: 'GET {logoutUrl}',
          expect: { status: 303, location: '{pages}/login', cookies: ['session deleted', 'csrf'] },
        },
      ],
    },
    {
      name: 'a browser signs out over AJAX, with the right token only',
      profile: 'main',
      steps: [
        ...signedIn,
        {
          title: 'the URL is asked for',
          mode: 'ajax',
          request: 'GET /self-service/logout/browser',
          expect: { status: 200 },
        },
        {
          title: 'the token is wrong',
          mode: 'ajax',
          request: 'GET /self-service/logout?token=wrong',
          expect: { status: 403, cookies: [], error: {} },
        },
        {
          title: 'there is no token',
          mode: 'ajax',
          request: 'GET /self-service/logout',
          expect: { status: 400, cookies: [], error: {} },
        },
        {
          title: 'the token is right',
          mode: 'ajax',
          request: 'GET /self-service/logout?token={logoutToken}',
          expect: { status: 204, cookies: ['session deleted', 'csrf'] },
        },
        { ...noSession, expect: { status: 401, error: {} } },
      ],
    },
    {
      name: 'a visitor without a session cannot sign out',
      profile: 'main',
      steps: [
        {
          title: 'the URL is asked for',
          mode: 'ajax',
          request: 'GET /self-service/logout/browser',
          expect: { status: 401, cookies: ['csrf'], error: { id: 'session_inactive' } },
        },
        {
          title: 'over AJAX',
          mode: 'ajax',
          request: 'GET /self-service/logout?token=x',
          expect: { status: 401, error: { id: 'session_inactive' } },
        },
        {
          title: 'by navigation',
          mode: 'navigation',
          request: 'GET /self-service/logout?token=x',
          expect: { status: 303, location: '{pages}/error?id=*' },
        },
      ],
    },
    {
      name: 'a foreign page to return to is refused',
      profile: 'main',
      steps: [
        ...signedIn,
        {
          title: 'the URL is asked for',
          mode: 'ajax',
          request: 'GET /self-service/logout/browser?return_to=https://evil.example/',
          expect: { status: 400, error: { id: 'self_service_flow_return_to_forbidden' } },
        },
      ],
    },
    {
      name: 'an app ends its session with its token',
      profile: 'main',
      steps: [
        ...signedInNatively,
        {
          title: 'an unknown token',
          mode: 'native',
          request: 'DELETE /self-service/logout/api',
          body: { session_token: 'nonsense' },
          expect: { status: 403, error: {} },
        },
        {
          title: 'an empty body',
          mode: 'native',
          request: 'DELETE /self-service/logout/api',
          body: {},
          expect: { status: 403, error: {} },
        },
        {
          title: 'the right token as plain text',
          mode: 'native',
          request: 'DELETE /self-service/logout/api',
          headers: { 'content-type': 'text/plain' },
          body: { session_token: '{sessionToken}' },
          expect: { status: 400, error: {} },
        },
        {
          title: 'the right token',
          mode: 'native',
          request: 'DELETE /self-service/logout/api',
          body: { session_token: '{sessionToken}' },
          expect: { status: 204, cookies: [] },
        },
        {
          title: 'the session is over',
          mode: 'native',
          headers: withToken,
          request: 'GET /sessions/whoami',
          expect: { status: 401, error: {}, body: { id: absent } },
        },
        {
          title: 'the right token again',
          mode: 'native',
          request: 'DELETE /self-service/logout/api',
          body: { session_token: '{sessionToken}' },
          expect: { status: 204 },
        },
      ],
    },
  ],
}
