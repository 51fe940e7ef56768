import { codeByMail, open, openNative, signedIn, submit, submitNative } from '../given.ts'
import { absent, type Exchange, type ExpectedError, type ScenarioFile } from '../scenario.ts'

const traits = { email: '{email}' }
const closes = { transient_payload: { before: 'close' } }
const newcomer = { method: 'password', password: '{password}', traits, ...closes }
const disabled: ExpectedError = { details: { identity_id: '*' } }

/** The account is there, and cannot be used. */
const stored: Exchange = {
  title: 'the account is stored, inactive',
  at: 'admin',
  mode: 'native',
  request: 'GET /admin/identities?credentials_identifier={%email}',
  expect: { status: 200, body: [{ state: 'inactive', verifiable_addresses: [{ value: '{email}' }] }] },
}

const noSession: Exchange = {
  title: 'there is no session',
  mode: 'ajax',
  request: 'GET /sessions/whoami',
  expect: { status: 401, cookies: [], error: {} },
}

/** Accounts that another service makes inactive. */
export const closedAccounts: ScenarioFile = {
  area: 'hooks',
  scenarios: [
    {
      name: 'a sign-up whose account is made inactive opens no session',
      profile: 'hooks',
      steps: [
        open('registration'),
        {
          title: 'the hook makes the account inactive',
          ...submit('registration'),
          body: newcomer,
          expect: { status: 401, cookies: [], error: disabled, body: { session: absent, identity: absent } },
        },
        stored,
        noSession,
      ],
    },
    {
      name: 'a sign-up whose account is made inactive, in an app',
      profile: 'hooks',
      steps: [
        openNative('registration'),
        {
          title: 'the hook makes the account inactive',
          ...submitNative('registration'),
          body: newcomer,
          expect: { status: 401, error: disabled, body: { session_token: absent, identity: absent } },
        },
        stored,
      ],
    },
    {
      name: 'a sign-up by code whose account is made inactive',
      profile: 'hooks',
      steps: [
        open('registration'),
        {
          title: 'a code is asked for',
          ...submit('registration'),
          body: { method: 'code', traits },
          expect: { status: 400, cookies: [], flow: { state: 'sent_email', messages: ['info 1040005'] } },
        },
        codeByMail,
        {
          title: 'the hook makes the account inactive',
          ...submit('registration'),
          body: { method: 'code', traits, code: '{code}', ...closes },
          expect: { status: 401, cookies: [], error: disabled, body: { session: absent } },
        },
        stored,
        noSession,
      ],
    },
    {
      name: 'a change of the profile that makes the account inactive ends its session',
      profile: 'hooks',
      steps: [
        ...signedIn,
        open('settings'),
        {
          title: 'the hook makes the account inactive',
          ...submit('settings'),
          body: { method: 'profile', traits: { email: '{email}', name: { first: 'Grace' } }, ...closes },
          expect: { status: 200, cookies: 'any', flow: { state: 'success', messages: ['success 1050001'] } },
        },
        stored,
        noSession,
      ],
    },
  ],
}
