import {
  correctPassword,
  open,
  signedIn,
  signedInNatively,
  submit,
  submitNative,
  verifiedAccount,
  openNative,
  withToken,
} from '../given.ts'
import { absent, anything, type Exchange, type ScenarioFile, type Step } from '../scenario.ts'

const whoami = 'GET /sessions/whoami'
const notFound: Exchange['expect'] = { status: 401, cookies: [], error: {} }

/** A second and a third browser of the same person. */
const moreBrowsers: readonly Step[] = ['second', 'third'].flatMap((which): readonly Step[] => [
  open('login', '', `the ${which} browser`),
  {
    title: `the ${which} browser signs in`,
    ...submit('login'),
    as: `the ${which} browser`,
    body: correctPassword,
    expect: { status: 200, cookies: ['csrf', 'session'] },
    keep: { [`${which}Session`]: '{session}' },
  },
])

export const sessions: ScenarioFile = {
  area: 'sessions',
  scenarios: [
    {
      name: 'a session is known by its cookie',
      profile: 'main',
      steps: [
        ...signedIn,
        {
          title: 'with the cookie',
          mode: 'ajax',
          request: whoami,
          expect: {
            status: 200,
            cookies: [],
            headers: { 'x-kratos-authenticated-identity-id': '{account}', 'ory-session-cache-for': null },
            body: {
              id: '{session}',
              active: true,
              authenticator_assurance_level: 'aal1',
              identity: { id: '{account}', metadata_admin: absent, credentials: absent },
              devices: [{ id: '*', ip_address: '*', user_agent: 'gatehouse-conformance', location: '*' }],
              tokenized: absent,
            },
          },
        },
        {
          title: 'to a navigation it answers JSON too',
          mode: 'navigation',
          request: whoami,
          expect: { status: 200, body: { id: '{session}' } },
        },
      ],
    },
    {
      name: 'a session is known by its token, in either of two headers',
      profile: 'main',
      steps: [
        ...signedInNatively,
        {
          title: 'in a separate header',
          mode: 'native',
          headers: withToken,
          request: whoami,
          expect: { status: 200, body: { id: '{session}' } },
        },
        {
          title: 'as a bearer',
          mode: 'native',
          headers: { authorization: 'Bearer {sessionToken}' },
          request: whoami,
          expect: { status: 200, body: { id: '{session}' } },
        },
        {
          title: 'not as the value of a cookie in a header',
          mode: 'native',
          headers: { 'x-session-cookie': '{sessionToken}' },
          request: whoami,
          expect: notFound,
        },
      ],
    },
    {
      name: 'without a session nothing is told',
      profile: 'main',
      steps: [
        { title: 'who am I', mode: 'ajax', request: whoami, expect: notFound },
        { title: 'who am I, asks a navigation', mode: 'navigation', request: whoami, expect: notFound },
        {
          title: 'with an unknown token',
          mode: 'native',
          headers: { 'x-session-token': 'ory_st_nonsense' },
          request: whoami,
          expect: notFound,
        },
        {
          title: 'with a cookie that is none',
          mode: 'native',
          headers: { cookie: 'ory_kratos_session=nonsense' },
          request: whoami,
          expect: notFound,
        },
        { title: 'the list', mode: 'ajax', request: 'GET /sessions', expect: notFound },
        { title: 'ending all others', mode: 'ajax', request: 'DELETE /sessions', expect: notFound },
        { title: 'ending one', mode: 'ajax', request: 'DELETE /sessions/{unknownId}', expect: notFound },
        {
          title: 'only the head',
          mode: 'ajax',
          request: 'HEAD /sessions/whoami',
          expect: { status: 401, cookies: [] },
        },
      ],
    },
    {
      name: 'the other sessions are listed and ended, one or all',
      profile: 'main',
      steps: [
        ...signedIn,
        {
          title: 'the first session is remembered',
          mode: 'ajax',
          request: whoami,
          expect: { status: 200 },
          keep: { own: '{session}' },
        },
        ...moreBrowsers,
        {
          title: 'the list has the others',
          mode: 'ajax',
          request: 'GET /sessions',
          expect: {
            status: 200,
            headers: { 'x-total-count': '2', link: '*rel="first"*' },
            body: [{ active: true }, { active: true }],
          },
        },
        {
          title: 'one is ended',
          mode: 'ajax',
          request: 'DELETE /sessions/{secondSession}',
          expect: { status: 204, cookies: [] },
        },
        {
          title: 'it is over there',
          as: 'the second browser',
          mode: 'ajax',
          request: whoami,
          expect: { status: 401, error: {} },
        },
        {
          title: 'the own session cannot be ended so',
          mode: 'ajax',
          request: 'DELETE /sessions/{own}',
          expect: { status: 400, error: {} },
        },
        {
          title: 'an id that is none',
          mode: 'ajax',
          request: 'DELETE /sessions/nonsense',
          expect: { status: 400, error: {} },
        },
        {
          title: 'an unknown id',
          mode: 'ajax',
          request: 'DELETE /sessions/{unknownId}',
          expect: { status: 204 },
        },
        {
          title: 'all others are ended',
          mode: 'ajax',
          request: 'DELETE /sessions',
          expect: { status: 200, body: { count: anything } },
        },
        {
          title: 'the third browser is out',
          as: 'the third browser',
          mode: 'ajax',
          request: whoami,
          expect: { status: 401, error: {} },
        },
        {
          title: 'the own session lives on',
          mode: 'ajax',
          request: whoami,
          expect: { status: 200, body: { id: '{own}' } },
        },
      ],
    },
    {
      name: 'a person cannot end the session of another person',
      profile: 'main',
      steps: [
        ...signedIn,
        {
          title: 'the session is remembered',
          mode: 'ajax',
          request: whoami,
          expect: { status: 200 },
          keep: { mine: '{session}' },
        },
        {
          title: 'another person exists',
          at: 'admin',
          mode: 'native',
          request: 'POST /admin/identities',
          body: {
            schema_id: 'account',
            traits: { email: '{otherEmail}' },
            credentials: { password: { config: { password: '{otherPassword}' } } },
          },
          expect: { status: 201 },
        },
        openNative('login'),
        {
          title: 'another person signs in',
          ...submitNative('login'),
          body: { method: 'password', identifier: '{otherEmail}', password: '{otherPassword}' },
          expect: { status: 200 },
        },
        {
          title: 'another person ends it',
          mode: 'native',
          headers: withToken,
          request: 'DELETE /sessions/{mine}',
          expect: { status: 204 },
        },
        { title: 'it lives on', mode: 'ajax', request: whoami, expect: { status: 200, body: { id: '{mine}' } } },
      ],
    },
    {
      name: 'a session may be kept for a while if the operator wants it so',
      profile: 'transitions',
      steps: [
        verifiedAccount,
        openNative('login'),
        { title: 'the app signs in', ...submitNative('login'), body: correctPassword, expect: { status: 200 } },
        {
          title: 'as long as it lives',
          mode: 'native',
          headers: withToken,
          request: whoami,
          expect: { status: 200, headers: { 'ory-session-cache-for': '86*' }, body: { id: '{session}' } },
        },
        {
          title: 'a minute without credentials',
          mode: 'native',
          request: whoami,
          expect: { status: 401, headers: { 'ory-session-cache-for': '60' }, error: {} },
        },
      ],
    },
  ],
}
