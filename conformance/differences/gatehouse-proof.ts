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
    what: 'The first proof of an address without a session of the account removes earlier passwords, keys, links, second factors and sessions, and the message says so.',
    protects: 'the owner of an address with which a stranger created an account',
  },
  endsSessions: {
    what: 'Ending other sessions takes as many factors as the account asks for.',
    protects: 'the owner of an account whose password alone was stolen',
  },
  renewsTokens: {
    what: 'A session gets another token when it is confirmed or raised; the earlier one is refused.',
    protects: 'a person whose session token was stolen before the second factor',
  },
  hidesAccounts: {
    what: 'With `account_enumeration.mitigate` the proof of its address creates an account and opens its session; a taken address is answered alike.',
    protects: 'people who keep the existence of their account secret',
  },
  providersAreAskedOnce: {
    what: 'Requests to providers have a nonce, which an id token of another request lacks.',
    protects: 'a person whose code or id token of a provider was stolen',
  },
  ownBrowserFirst: {
    what: 'A submission from another browser than that of its flow is refused (403 `security_csrf_violation`) before anything else, and one with a wrong token before its fields are checked: neither sees or changes the form.',
    protects: 'a person whose flow another one knows the address of',
  },
  appsFirst: {
    what: 'A submission of a native flow with a `Cookie` or `Origin` header is refused in the form (4000001) before its fields are checked. A recovery does not begin anew, and the browser keeps its anti-CSRF cookie.',
    protects: 'a person whose browser a foreign page makes send a native form',
  },
  goesOn: {
    what: 'A recovery or verification that refused a submission without a method takes the next one with a method, also by code.',
    protects: 'a person whose app once left the method out, and who waits for a code',
  },
} as const satisfies Readonly<Record<string, Protection>>

/** Protections that no step of a scenario shows. Each has its test in `packages/identity`. */
export const unplayed: readonly Protection[] = [
  {
    what: 'Only a navigation uses up a link from a mail, and its flow, not previews and scripts.',
    protects: 'a person whose mail a scanner reads first',
  },
  {
    what: 'A session ends after 30 days without use, 12 hours for those with a role in the console (`GATEHOUSE_SESSION_IDLE_DAYS`, `GATEHOUSE_OPERATOR_IDLE_HOURS`).',
    protects: 'a person who forgot to sign out',
  },
  {
    what: 'An unproved address opens no account that has a proved one: no code is sent to it for a sign-in or a recovery, and it is proved within a session of the account.',
    protects: 'the owner of an account to which a stranger added an address',
  },
  {
    what: 'Owners get a mail about new passwords, second factors, passkeys, linked accounts, addresses and recoveries. The templates `account_recovered`, `address_attempted`, `address_change_requested`, `address_changed`, `earlier_access_removed`, `passkey_added`, `passkey_removed`, `password_changed`, `provider_linked`, `provider_unlinked`, `registration_attempted`, `second_factor_added` and `second_factor_removed` are ours, `verifiable_address_changed` is of a newer Ory Kratos (hook `notify_previous_addresses`; sent to proved addresses unless `recipients` is `all`): lists of messages have `template_type` `stub` and the name in `template_name`.',
    protects: 'the owner of an account that a stranger changes',
  },
  {
    what: 'An id token of an app is valid for one flow, until that ends.',
    protects: 'a person whose id token was intercepted',
  },
  {
    what: 'A wrong code in the link of a verification does not move the flow to another browser.',
    protects: 'a person whose verification a stranger would take over by guessing its id',
  },
  {
    what: 'Signing out answers with `Clear-Site-Data` for cached pages, not for cookies or storage.',
    protects: 'a person who shares a computer',
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
    ...['a field is missing, too', 'a stranger sends an unknown method'].map((step) => ({
      engine,
      scenario: 'login: a submission with a wrong token, or from another browser, is refused',
      step,
      expect: { status: 403, flow: 'none', error: { id: 'security_csrf_violation' } } as const,
      reason: guarded.ownBrowserFirst.what,
    })),
    {
      engine,
      scenario: 'login: the fields of a native form are checked with a foreign header, too',
      step: 'a password is missing',
      expect: { flow: { messages: ['error 4000001(reason)'], faulty: [] } },
      reason: guarded.appsFirst.what,
    },
    ...['cookie', 'origin'].flatMap((header) => [
      foreignHeader(engine, 'recovery', `an address with ${header}`),
      foreignHeader(engine, 'recovery', `a malformed address with ${header}`),
      foreignHeader(engine, 'verification', `a malformed address with ${header}`),
    ]),
    ...(['recovery', 'verification'] as const).map((area) => ({
      engine,
      scenario: `${area}: after a submission without a method the flow takes none`,
      step: 'an address',
      expect: { status: 200, flow: { state: 'sent_email', active: 'code', messages: [codeSent[area]] } },
      reason: guarded.goesOn.what,
    })),
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

const codeSent = { recovery: 'info 1060003', verification: 'info 1080003' }

/** The form says that no browser sends it, in place of another flow or of a fault of its fields. */
function foreignHeader(engine: EngineId, area: 'recovery' | 'verification', step: string): StepDifference {
  return {
    engine,
    scenario: `${area}: a native form with a foreign header is refused`,
    step,
    expect: {
      status: 400,
      location: 'none',
      cookies: [],
      flow: { active: 'code', messages: ['error 4000001(reason)'], faulty: [] },
    },
    reason: guarded.appsFirst.what,
  }
}
