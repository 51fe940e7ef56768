import type { Exchange, ScenarioFile } from '../scenario.ts'

const plain = { 'content-type': 'text/plain; charset=utf-8' }

function healthy(title: string, request: string): Exchange {
  return { title, mode: 'native', request, expect: { status: 200, cookies: [], body: { status: 'ok' } } }
}

export const publicEndpoints: ScenarioFile = {
  area: 'public',
  scenarios: [
    {
      name: 'health',
      profile: 'main',
      steps: [healthy('alive', 'GET /health/alive'), healthy('ready', 'GET /health/ready')],
    },
    {
      name: 'identity schemas',
      profile: 'main',
      steps: [
        {
          title: 'all of them',
          mode: 'ajax',
          request: 'GET /schemas',
          expect: {
            status: 200,
            cookies: ['csrf'],
            headers: { 'x-total-count': '2', link: '*rel="first"*' },
            body: [
              { id: '*', schema: { type: 'object' } },
              { id: '*', schema: { type: 'object' } },
            ],
          },
        },
        {
          title: 'one by its id',
          mode: 'ajax',
          request: 'GET /schemas/account',
          expect: {
            status: 200,
            body: { title: 'Account', properties: { traits: { properties: { email: { format: 'email' } } } } },
          },
        },
        {
          title: 'one by its encoded id',
          mode: 'ajax',
          request: 'GET /schemas/YWNjb3VudA',
          expect: { status: 200, body: { title: 'Account' } },
        },
        {
          title: 'an unknown one',
          mode: 'ajax',
          request: 'GET /schemas/nonsense',
          expect: { status: 404, error: {} },
        },
      ],
    },
    {
      name: 'paths that lead nowhere',
      profile: 'main',
      steps: [
        {
          title: 'an unknown path',
          mode: 'ajax',
          request: 'GET /nonsense',
          expect: { status: 404, headers: plain },
        },
        {
          title: 'the version is for operators',
          mode: 'ajax',
          request: 'GET /version',
          expect: { status: 404, headers: plain },
        },
        {
          title: 'a method that is not for this path',
          mode: 'ajax',
          request: 'PUT /self-service/login/browser',
          expect: { status: 403, cookies: [], error: { id: 'security_csrf_violation' } },
        },
        {
          title: 'a path for operators is elsewhere',
          mode: 'ajax',
          request: 'GET /admin/identities',
          expect: { status: 307, location: '{admin}/admin/identities', cookies: [] },
        },
      ],
    },
  ],
}
