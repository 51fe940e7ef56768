import { signedIn, signedInNatively, withToken } from '../given.ts'
import { anything, type ScenarioFile } from '../scenario.ts'

const claims = {
  sub: '{identity}',
  sid: '{session}',
  iss: '{public}/',
  exp: anything,
  iat: anything,
  nbf: anything,
  jti: anything,
}

/** Sessions as signed tokens, for services that do not ask back. */
export const tokens: ScenarioFile = {
  area: 'sessions',
  scenarios: [
    {
      name: 'a session becomes a signed token, in a browser',
      profile: 'hooks',
      steps: [
        ...signedIn,
        {
          title: 'the session as a token',
          mode: 'ajax',
          request: 'GET /sessions/whoami?tokenize_as=short',
          expect: { status: 200, body: { active: true, identity: { id: '{account}' }, tokenized: '*.*.*' } },
        },
        { title: 'another service reads it', token: '{tokenized}', claims },
      ],
    },
    {
      name: 'a session becomes a signed token, in an app',
      profile: 'hooks',
      steps: [
        ...signedInNatively,
        {
          title: 'the session as a token',
          mode: 'native',
          headers: withToken,
          request: 'GET /sessions/whoami?tokenize_as=short',
          expect: { status: 200, body: { active: true, tokenized: '*.*.*' } },
        },
        { title: 'another service reads it', token: '{tokenized}', claims },
      ],
    },
    {
      name: 'a template that is not there',
      profile: 'hooks',
      steps: [
        ...signedIn,
        {
          title: 'a token of another kind',
          mode: 'ajax',
          request: 'GET /sessions/whoami?tokenize_as=long',
          expect: { status: 400, error: {} },
        },
        {
          title: 'without a session there is none at all',
          mode: 'ajax',
          as: 'somebody else',
          request: 'GET /sessions/whoami?tokenize_as=short',
          expect: { status: 401, cookies: [], error: {} },
        },
      ],
    },
  ],
}
