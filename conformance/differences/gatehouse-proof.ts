import { owed } from '../scenarios/factors.ts'
import type { EngineId } from '../engines/engine.ts'
import type { StepDifference } from './difference.ts'

const removes =
  'The first proof of an address without a session of the account removes passwords, keys, links, second factors and sessions of before: somebody else may have made the account. The message says so.'
const saysBefore =
  'What the first proof of an address without a session of the account removes is said where its code or link is waited for. The message says so beside what it says in Ory Kratos.'
const endsSessions = 'Ending other sessions takes as many factors as the account asks for.'
const renewsTokens =
  'A session has another token once it was confirmed or raised; the one before opens nothing any more.'

const hidesAccounts =
  'With `account_enumeration.mitigate` an account comes into being when its address is proved, and opens its session then; a taken address is answered alike.'

/** Why our own service guards accounts otherwise, for recordings too. */
export const guarded = { removes, saysBefore, endsSessions, renewsTokens, hidesAccounts } as const

/** What our own service does otherwise on purpose, and no step of a scenario shows. Each has its test in `packages/identity`. */
export const unplayed: readonly string[] = [
  'A session ends after 30 days without use, 12 hours for those with a role in the console (`GATEHOUSE_SESSION_IDLE_DAYS`, `GATEHOUSE_OPERATOR_IDLE_HOURS`).',
  'An unproved address opens no account that has a proved one: no code is sent to it for a sign-in or a recovery, and it is proved within a session of the account.',
  'Owners get a mail about new passwords, second factors, passkeys, linked accounts, addresses and recoveries. The templates `account_recovered`, `address_attempted`, `address_change_requested`, `address_changed`, `earlier_access_removed`, `passkey_added`, `passkey_removed`, `password_changed`, `provider_linked`, `provider_unlinked`, `registration_attempted`, `second_factor_added` and `second_factor_removed` are ours: lists of messages have them as `template_type` `stub`, which generated clients know, with the name in `template_name`.',
  'An id token that an app hands in is good for one flow, and until that has come to its end.',
  'A wrong code in the link of a verification leaves the flow in the browser that has it.',
  'Signing out answers with `Clear-Site-Data`, for pages that the browser keeps; not for cookies or storage.',
]

const verified: readonly (readonly [scenario: string, step: string])[] = [
  ['a code by mail verifies over AJAX, after a wrong one, and only once', 'the code is right'],
  ['a new code makes the old one useless', 'the second code is right'],
  ['an app verifies, and an unknown address looks the same', 'the code is right'],
  ['the configured page after verification is used', 'the code is right'],
  ['a link by mail verifies the address, once', 'the verification flow is read'],
]

const asked: readonly (readonly [scenario: string, step: string, message?: number])[] = [
  ['verification: a code by mail verifies over AJAX, after a wrong one, and only once', 'a code is asked for'],
  ['verification: a new code makes the old one useless', 'a code is asked for'],
  ['verification: a new code makes the old one useless', 'another code is asked for'],
  ['verification: an app verifies, and an unknown address looks the same', 'a code is asked for'],
  ['verification: an app verifies, and an unknown address looks the same', 'an unknown address'],
  ['verification: the configured page after verification is used', 'a code is asked for'],
  ['verification: the link in the mail fills in the code for whoever opens it', 'a code is asked for'],
  ['verification: the link in the mail fills in the code for whoever opens it', 'the form has the code in it'],
  ['verification: a link by mail verifies the address, once', 'a link is asked for', 1080001],
  ['verification: an app asks for a link, a browser opens it', 'a link is asked for', 1080001],
  ['admin: mails that were sent are listed without what is in them', 'a code is asked for'],
]

/** What the proof of an address removes, and what waits for it. */
export function proofDifferences(engine: EngineId): readonly StepDifference[] {
  return [
    ...verified.map(([scenario, step]) => ({
      engine,
      scenario: `verification: ${scenario}`,
      step,
      expect: { flow: { messages: ['success 1080002(account_rule)'] } },
      reason: removes,
    })),
    ...asked.map(([scenario, step, message = 1080003]) => ({
      engine,
      scenario,
      step,
      expect: { flow: { messages: [`info ${message}(account_rule)`] } },
      reason: saysBefore,
    })),
    {
      engine,
      scenario: 'login: a code to an unproved address leaves the password that was there',
      step: 'the password signs in',
      expect: { status: 400, cookies: [], flow: { messages: ['error 4000006'] } },
      reason: removes,
    },
    {
      engine,
      scenario: 'sessions: a session that owes its second factor ends the others',
      step: 'the others are ended',
      expect: { status: 403, error: owed },
      reason: endsSessions,
    },
    {
      engine,
      scenario: 'sessions: the token of an app stays the same when its session is confirmed',
      step: 'the token of before',
      expect: { status: 401, error: {} },
      reason: renewsTokens,
    },
  ]
}
