import { account, correctPassword, open, openNative, signedIn, submit, submitNative } from '../given.ts'
import { emailField, settingsForm, token } from '../rows.ts'
import { absent, type Exchange, type ExpectedFlow, type Hearing, type ScenarioFile } from '../scenario.ts'

const newcomer = { method: 'password', password: '{password}', traits: { email: '{email}' } }
const heard = (hears: string, headers: Readonly<Record<string, string>> = {}): Hearing => ({
  title: `${hears} was called`,
  hears,
  about: '{email}',
  headers,
})

/** No account has the address. */
const unknownAddress: Exchange = {
  title: 'there is no such account',
  at: 'admin',
  mode: 'native',
  request: 'GET /admin/identities?credentials_identifier={%email}',
  expect: { status: 200, body: [] },
}

/** Expects the account as operators see it. */
const stored = (part: Readonly<Record<string, unknown>>, title = 'what is stored'): Exchange => ({
  title,
  at: 'admin',
  mode: 'native',
  request: 'GET /admin/identities?credentials_identifier={%email}',
  expect: { status: 200, body: [part] },
})

/** The form shows the fault of the address at its field. */
const refused: ExpectedFlow = { state: 'choose_method', faulty: [`${emailField('={email}')} ! error 1234(value)`] }

/** Other services that are asked, or informed. */
export const webHooks: ScenarioFile = {
  area: 'hooks',
  scenarios: [
    {
      name: 'blocking hooks agree, and the others are informed',
      profile: 'hooks',
      steps: [
        open('registration'),
        {
          title: 'a person signs up',
          ...submit('registration'),
          body: newcomer,
          expect: { status: 200, cookies: ['csrf', 'session'], body: { identity: { traits: { email: '{email}' } } } },
        },
        heard('POST /registration/before', { 'content-type': 'application/json' }),
        heard('POST /registration/after'),
      ],
    },
    {
      name: 'a sign-up that is refused leaves no account',
      profile: 'hooks',
      steps: [
        open('registration'),
        {
          title: 'the hook refuses the address',
          ...submit('registration'),
          body: { ...newcomer, transient_payload: { before: 'reject' } },
          expect: { status: 400, flow: refused },
        },
        unknownAddress,
        {
          title: 'the same without objections',
          ...submit('registration'),
          body: newcomer,
          expect: { status: 200, cookies: ['csrf', 'session'] },
        },
      ],
    },
    {
      name: 'a sign-up that is refused, in an app',
      profile: 'hooks',
      steps: [
        openNative('registration'),
        {
          title: 'the hook refuses the address',
          ...submitNative('registration'),
          body: { ...newcomer, transient_payload: { before: 'reject' } },
          expect: { status: 400, flow: refused },
        },
        unknownAddress,
      ],
    },
    {
      name: 'a sign-up that is changed',
      profile: 'hooks',
      steps: [
        openNative('registration'),
        {
          title: 'the hook adds metadata',
          ...submitNative('registration'),
          body: { ...newcomer, transient_payload: { before: 'change' } },
          expect: { status: 200, body: { identity: { metadata_public: { plan: 'gold' }, metadata_admin: absent } } },
        },
        stored({ metadata_public: { plan: 'gold' }, metadata_admin: { risk: 1 } }),
      ],
    },
    {
      name: 'a hook that fails before an account is made',
      profile: 'hooks',
      steps: [
        openNative('registration'),
        {
          title: 'the hook is out of order',
          ...submitNative('registration'),
          body: { ...newcomer, transient_payload: { before: 'fail' } },
          expect: { status: 502, error: { id: 'upstream_error' } },
        },
        unknownAddress,
      ],
    },
    {
      name: 'a hook that fails and unknownAddress waits for',
      profile: 'hooks',
      steps: [
        openNative('registration'),
        {
          title: 'unknownAddress notices',
          ...submitNative('registration'),
          body: { ...newcomer, transient_payload: { after: 'fail' } },
          expect: { status: 200, body: { session: { active: true } } },
        },
        heard('POST /registration/after'),
      ],
    },
    {
      name: 'a sign-in that is refused',
      profile: 'hooks',
      steps: [
        account,
        open('login'),
        {
          title: 'the hook refuses the person',
          ...submit('login'),
          body: { ...correctPassword, transient_payload: { before: 'deny' } },
          expect: { status: 400, flow: { state: 'choose_method', messages: ['error 1235'] } },
        },
        {
          title: 'unknownAddress is signed in',
          mode: 'ajax',
          request: 'GET /sessions/whoami',
          expect: { status: 401, cookies: [], error: {} },
        },
        {
          title: 'the same without objections',
          ...submit('login'),
          body: correctPassword,
          expect: { status: 200, cookies: ['csrf', 'session'] },
        },
        heard('POST /login/before'),
      ],
    },
    {
      name: 'a change of the profile that is refused, and one that is changed',
      profile: 'hooks',
      steps: [
        ...signedIn,
        open('settings'),
        {
          title: 'the hook refuses the name',
          ...submit('settings'),
          body: {
            method: 'profile',
            traits: { email: '{email}', name: { first: 'Grace' } },
            transient_payload: { before: 'reject' },
          },
          expect: {
            status: 400,
            cookies: 'any',
            flow: {
              state: 'show_form',
              nodes: settingsForm(token, '{email}', '=Grace', '').map((row) =>
                row === emailField('={email}', 'profile') ? `${row} ! error 1234(value)` : row,
              ),
            },
          },
        },
        stored({ traits: { name: { first: 'Ada' } } }, 'nothing has changed'),
        {
          title: 'the hook adds metadata',
          ...submit('settings'),
          body: {
            method: 'profile',
            traits: { email: '{email}', name: { first: 'Grace' } },
            transient_payload: { before: 'change' },
          },
          expect: { status: 200, cookies: 'any', flow: { state: 'success', messages: ['success 1050001'] } },
        },
        stored({ traits: { name: { first: 'Grace' } }, metadata_public: { plan: 'gold' } }),
        heard('PUT /settings/before', { 'x-kind': 'profile', 'x-key': 'the-key-of-the-conformance-hooks' }),
      ],
    },
    {
      name: 'a password is changed, and a service that is informed last fails',
      profile: 'hooks',
      steps: [
        ...signedIn,
        open('settings'),
        {
          title: 'the hook is out of order',
          ...submit('settings'),
          body: { method: 'password', password: '{otherPassword}' },
          expect: { status: 502, cookies: 'any', error: { id: 'upstream_error' } },
        },
        heard('POST /settings/broken'),
      ],
    },
  ],
}
