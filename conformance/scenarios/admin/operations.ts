import { account, codeByMail, open, signedIn, submit } from '../given.ts'
import { absent, anything, type Exchange, type ScenarioFile } from '../scenario.ts'

const operator = { at: 'admin', mode: 'native' } as const

function refused(title: string, request: string, status: number, body?: Exchange['body']): Exchange {
  return { title, ...operator, request, ...(body === undefined ? {} : { body }), expect: { status, error: {} } }
}

function redirected(title: string, path: string, location: string): Exchange {
  return { title, ...operator, request: `GET ${path}`, expect: { status: 307, location } }
}

export const operations: ScenarioFile = {
  area: 'admin',
  scenarios: [
    {
      name: 'sessions are listed, read, extended and ended',
      profile: 'main',
      steps: [
        ...signedIn,
        {
          title: 'all sessions of all accounts',
          ...operator,
          request: 'GET /admin/sessions?page_size=1&expand=identity&expand=devices&active=true',
          expect: {
            status: 200,
            headers: { link: '</admin/sessions?*>; rel="first"*' },
            body: [
              { id: '*', active: true, identity: { id: '*' }, devices: [{ user_agent: 'gatehouse-conformance' }] },
            ],
          },
        },
        {
          title: 'the sessions of one account',
          ...operator,
          request: 'GET /admin/identities/{account}/sessions?active=true',
          expect: {
            status: 200,
            headers: { 'x-total-count': '1', link: '*rel="first"*' },
            body: [{ id: '{session}', active: true }],
          },
        },
        {
          title: 'one session',
          ...operator,
          request: 'GET /admin/sessions/{session}',
          expect: { status: 200, body: { id: '{session}', identity: null, devices: [] } },
        },
        {
          title: 'one session with everything',
          ...operator,
          request: 'GET /admin/sessions/{session}?expand=identity&expand=devices',
          expect: {
            status: 200,
            body: { identity: { id: '{account}' }, devices: [{ user_agent: 'gatehouse-conformance' }] },
          },
        },
        refused('something else to expand', 'GET /admin/sessions/{session}?expand=nonsense', 400),
        {
          title: 'it is extended',
          ...operator,
          request: 'PATCH /admin/sessions/{session}/extend',
          expect: { status: 200, body: { id: '{session}', expires_at: '*Z' } },
        },
        { title: 'it is ended', ...operator, request: 'DELETE /admin/sessions/{session}', expect: { status: 204 } },
        {
          title: 'the browser is out',
          mode: 'ajax',
          request: 'GET /sessions/whoami',
          expect: { status: 401, error: {} },
        },
        {
          title: 'all of the account are removed',
          ...operator,
          request: 'DELETE /admin/identities/{account}/sessions',
          expect: { status: 204 },
        },
        refused('there are none left', 'DELETE /admin/identities/{account}/sessions', 404),
        refused('an unknown session', 'GET /admin/sessions/{unknownId}', 404),
        refused('an id that is none', 'GET /admin/sessions/nonsense', 400),
        refused('an unknown session is extended', 'PATCH /admin/sessions/{unknownId}/extend', 404),
      ],
    },
    {
      name: 'extending may answer nothing',
      profile: 'transitions',
      steps: [
        {
          ...account,
          body: {
            schema_id: 'account',
            traits: { email: '{email}' },
            credentials: { password: { config: { password: '{password}' } } },
            verifiable_addresses: [{ value: '{email}', verified: true, via: 'email', status: 'completed' }],
          },
        },
        ...signedIn.slice(1),
        {
          title: 'it is extended',
          ...operator,
          request: 'PATCH /admin/sessions/{session}/extend',
          expect: { status: 204 },
        },
      ],
    },
    {
      name: 'an operator hands out a code for recovery',
      profile: 'main',
      steps: [
        account,
        {
          title: 'for an app',
          ...operator,
          request: 'POST /admin/recovery/code',
          body: { identity_id: '{account}', flow_type: 'api' },
          expect: { status: 201, body: { recovery_code: '*' } },
        },
        {
          title: 'for a browser',
          ...operator,
          request: 'POST /admin/recovery/code',
          body: { identity_id: '{account}', expires_in: '1h' },
          expect: {
            status: 201,
            body: { recovery_link: '{pages}/recovery?flow=*', recovery_code: '*', expires_at: '*Z' },
          },
        },
        refused('for an unknown account', 'POST /admin/recovery/code', 404, { identity_id: '{unknownId}' }),
        refused('for a time that is none', 'POST /admin/recovery/code', 400, {
          identity_id: '{account}',
          expires_in: 'x',
        }),
        {
          title: 'any browser reads the flow',
          mode: 'ajax',
          request: 'GET /self-service/recovery/flows?id={flow}',
          expect: {
            status: 200,
            flow: {
              state: 'sent_email',
              active: 'code',
              nodes: [
                'code text code required pattern=[0-9]+ maxlength=6 label 1070010',
                'code submit method=code label 1070009',
              ],
              also: { type: 'browser' },
            },
          },
        },
        {
          title: 'the code is used without a token',
          ...submit('recovery'),
          body: { method: 'code', code: '{code}', csrf_token: '' },
          expect: {
            status: 422,
            cookies: ['csrf', 'session'],
            error: {
              id: 'browser_location_change_required',
              beside: { redirect_browser_to: '{pages}/settings?flow=*' },
            },
          },
        },
        {
          title: 'the address is not verified by that',
          mode: 'ajax',
          request: 'GET /sessions/whoami',
          expect: { status: 200, body: { identity: { verifiable_addresses: [{ verified: false }] } } },
        },
        refused('a link, which is switched off', 'POST /admin/recovery/link', 404, { identity_id: '{account}' }),
      ],
    },
    {
      name: 'mails that were sent are listed without what is in them',
      profile: 'main',
      steps: [
        account,
        open('verification'),
        {
          title: 'a code is asked for',
          ...submit('verification'),
          body: { method: 'code', email: '{email}' },
          expect: { status: 200, flow: { state: 'sent_email', messages: ['info 1080003'] } },
        },
        codeByMail,
        { title: 'the courier has a moment', pause: 300 },
        {
          title: 'the mails of one recipient',
          ...operator,
          request: 'GET /admin/courier/messages?recipient={%email}&page_size=1',
          expect: {
            status: 200,
            headers: { link: '</admin/courier/messages?*>; rel="first"*' },
            body: [
              {
                id: '*',
                status: 'sent',
                type: 'email',
                recipient: '{email}',
                subject: '<redacted-unless-dev-mode>',
                body: '<redacted-unless-dev-mode>',
                template_type: 'verification_code_valid',
                channel: 'email',
                send_count: 1,
                dispatches: absent,
              },
            ],
          },
          keep: { message: '{messageId}' },
        },
        {
          title: 'one mail with its dispatches',
          ...operator,
          request: 'GET /admin/courier/messages/{message}',
          expect: {
            status: 200,
            body: { id: '{message}', dispatches: [{ message_id: '{message}', status: 'success', error: anything }] },
          },
        },
        {
          title: 'by state',
          ...operator,
          request: 'GET /admin/courier/messages?status=sent&recipient={%email}',
          expect: { status: 200, body: [{ status: 'sent' }] },
        },
        refused('a state that is none', 'GET /admin/courier/messages?status=nonsense', 400),
        refused('an unknown mail', 'GET /admin/courier/messages/{unknownId}', 404),
        refused('an id that is none', 'GET /admin/courier/messages/nonsense', 400),
      ],
    },
    {
      name: 'health, version, and the way to the public API',
      profile: 'main',
      steps: [
        {
          title: 'alive',
          ...operator,
          request: 'GET /admin/health/alive',
          expect: { status: 200, body: { status: 'ok' } },
        },
        {
          title: 'ready',
          ...operator,
          request: 'GET /admin/health/ready',
          expect: { status: 200, body: { status: 'ok' } },
        },
        {
          title: 'ready, without the prefix',
          ...operator,
          request: 'GET /health/ready',
          expect: { status: 200, body: { status: 'ok' } },
        },
        {
          title: 'the version',
          ...operator,
          request: 'GET /admin/version',
          expect: { status: 200, body: { version: '*' } },
        },
        redirected('schemas', '/admin/schemas', '{public}/schemas'),
        redirected('one schema', '/admin/schemas/account', '{public}/schemas/account'),
        redirected('a flow', '/admin/self-service/login/browser', '{public}/self-service/login/browser'),
        redirected('schemas, without the prefix', '/schemas', '{public}/schemas'),
        redirected('who am I', '/sessions/whoami', '{public}/sessions/whoami'),
        {
          title: 'accounts, without the prefix',
          ...operator,
          request: 'GET /identities?page_size=1',
          expect: { status: 200, headers: { link: '*rel="first"*' } },
        },
      ],
    },
  ],
}
