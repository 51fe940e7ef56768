import { account, signedInNatively, withToken } from '../given.ts'
import { absent, type Exchange, type ScenarioFile } from '../scenario.ts'

const operator = { at: 'admin', mode: 'native' } as const

function refused(status: number, also: object = {}): Exchange['expect'] {
  return { status, error: {}, body: { error: { code: status, reason: '*', id: absent, ...also } } }
}

const updated = { schema_id: 'account', state: 'active', traits: { email: '{email}' } }

/** Refusals whose reason is in `error.reason`, which clients show. */
export const reasons: ScenarioFile = {
  area: 'errors',
  scenarios: [
    {
      name: 'a submission to a flow that is not there says so',
      profile: 'main',
      steps: [
        ...signedInNatively,
        ...(['recovery', 'verification'] as const).map((kind): Exchange => ({
          title: kind,
          mode: 'native',
          request: `POST /self-service/${kind}?flow={unknownId}`,
          body: { method: 'code', email: '{email}' },
          expect: refused(404),
        })),
        {
          title: 'settings',
          mode: 'native',
          headers: withToken,
          request: 'POST /self-service/settings?flow={unknownId}',
          body: { method: 'profile', traits: { email: '{email}' } },
          expect: refused(404),
        },
      ],
    },
    {
      name: 'a sign-out without a token is malformed, whether or not there is a session',
      profile: 'main',
      steps: [
        { title: 'by link', mode: 'ajax', request: 'GET /self-service/logout', expect: refused(400) },
        {
          title: 'with a token, the session is missing',
          mode: 'ajax',
          request: 'GET /self-service/logout?token=x',
          expect: { status: 401, error: { id: 'session_inactive' } },
        },
      ],
    },
    {
      name: 'the reason names an operator’s fault',
      profile: 'main',
      steps: [
        account,
        {
          title: 'an account is replaced by a body with a number for a text',
          ...operator,
          request: 'PUT /admin/identities/{account}',
          body: { ...updated, schema_id: 5 },
          expect: refused(400),
        },
        {
          title: '… by a state that there is not',
          ...operator,
          request: 'PUT /admin/identities/{account}',
          body: { ...updated, state: 'nonsense' },
          expect: refused(400),
        },
        {
          title: 'a code without an account',
          ...operator,
          request: 'POST /admin/recovery/code',
          body: {},
          expect: refused(404),
        },
        {
          title: 'a code for a text that is no id',
          ...operator,
          request: 'POST /admin/recovery/code',
          body: { identity_id: 'nonsense' },
          expect: refused(400),
        },
        {
          title: 'a code for a kind of flow that there is not',
          ...operator,
          request: 'POST /admin/recovery/code',
          body: { identity_id: '{account}', flow_type: 'nonsense' },
          expect: refused(400),
        },
      ],
    },
  ],
}
