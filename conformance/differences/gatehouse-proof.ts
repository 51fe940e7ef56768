import { owed } from '../scenarios/factors.ts'
import type { EngineId } from '../engines/engine.ts'
import type { StepDifference } from './difference.ts'

/** A difference that holds with every configuration, and the person it protects. */
interface Protection {
  readonly what: string
  readonly protects: string
}

/** Why our own service guards accounts otherwise, for recordings too. */
export const guarded = {
  removes: {
    what: 'The first proof of an address without a session of the account removes passwords, keys, links, second factors and sessions of before, and the text of the message says so.',
    protects: 'the owner of an address that somebody else has made an account with',
  },
  endsSessions: {
    what: 'Ending other sessions takes as many factors as the account asks for.',
    protects: 'the owner of an account whose password alone was stolen',
  },
  renewsTokens: {
    what: 'A session has another token once it was confirmed or raised; the one before opens nothing any more.',
    protects: 'whose session token was read before they gave their second factor',
  },
  hidesAccounts: {
    what: 'With `account_enumeration.mitigate` an account comes into being when its address is proved, and opens its session then; a taken address is answered alike.',
    protects: 'people of whom no one is to learn that they have an account',
  },
  providersAreAskedOnce: {
    what: 'Providers are asked with a nonce as well, which an id token of another request does not have.',
    protects: 'whose code or id token of a provider was stolen',
  },
} as const satisfies Readonly<Record<string, Protection>>

/** Protections that no step of a scenario shows. Each has its test in `packages/identity`. */
export const unplayed: readonly Protection[] = [
  {
    what: 'A link from a mail is opened by a navigation alone: previews and scripts leave it and its flow as they were.',
    protects: 'whose mail is read by a scanner first',
  },
  {
    what: 'A session ends after 30 days without use, 12 hours for those with a role in the console (`GATEHOUSE_SESSION_IDLE_DAYS`, `GATEHOUSE_OPERATOR_IDLE_HOURS`).',
    protects: 'who forgot to sign out somewhere',
  },
  {
    what: 'An unproved address opens no account that has a proved one: no code is sent to it for a sign-in or a recovery, and it is proved within a session of the account.',
    protects: 'the owner of an account that somebody wrote another address into',
  },
  {
    what: 'Owners get a mail about new passwords, second factors, passkeys, linked accounts, addresses and recoveries. The templates `account_recovered`, `address_attempted`, `address_change_requested`, `address_changed`, `earlier_access_removed`, `passkey_added`, `passkey_removed`, `password_changed`, `provider_linked`, `provider_unlinked`, `registration_attempted`, `second_factor_added` and `second_factor_removed` are ours, and `verifiable_address_changed` is of a newer Ory Kratos (hook `notify_previous_addresses`; sent to proved addresses unless `recipients` is `all`): lists of messages have them as `template_type` `stub`, which generated clients know, with the name in `template_name`.',
    protects: 'the owner of an account that somebody else changes',
  },
  {
    what: 'An id token that an app hands in is good for one flow, and until that has come to its end.',
    protects: 'whose id token was read on its way',
  },
  {
    what: 'A wrong code in the link of a verification leaves the flow in the browser that has it.',
    protects: 'whose verification a stranger would take over by guessing its id',
  },
  {
    what: 'Signing out answers with `Clear-Site-Data`, for pages that the browser keeps; not for cookies or storage.',
    protects: 'who shares a computer',
  },
]

/** Protections that a step of a scenario shows. */
export function proofDifferences(engine: EngineId): readonly StepDifference[] {
  return [
    {
      engine,
      scenario: 'login: a code to an unproved address leaves the password that was there',
      step: 'the password signs in',
      expect: { status: 400, cookies: [], flow: { messages: ['error 4000006'] } },
      reason: guarded.removes.what,
    },
    {
      engine,
      scenario: 'sessions: a session that owes its second factor ends the others',
      step: 'the others are ended',
      expect: { status: 403, error: owed },
      reason: guarded.endsSessions.what,
    },
    {
      engine,
      scenario: 'sessions: the token of an app stays the same when its session is confirmed',
      step: 'the token of before',
      expect: { status: 401, error: {} },
      reason: guarded.renewsTokens.what,
    },
  ]
}
