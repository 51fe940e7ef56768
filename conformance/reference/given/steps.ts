import { correctPassword, open, openNative, submit, submitNative } from '../../scenarios/given.ts'
import type { Exchange, Step } from '../../scenarios/scenario.ts'
import type { GivenStep } from './given.ts'

/** Steps that recordings take for granted. */

const traits = { email: '{email}', name: { first: 'Ada', last: 'L' } }
const credentials = { password: { config: { password: '{password}' } } }

/** `{email}` with `{password}`, made by an operator. */
export const account: Exchange = {
  title: 'an account exists',
  at: 'admin',
  mode: 'native',
  request: 'POST /admin/identities',
  body: { schema_id: 'default', traits, credentials },
  expect: { status: 201 },
  keep: { account: '{accountId}' },
}

/** `{otherEmail}` with the same password. */
export const otherAccount: Exchange = {
  ...account,
  title: 'another account exists',
  body: { schema_id: 'default', traits: { ...traits, email: '{otherEmail}' }, credentials },
  keep: {},
}

export const signIn = (as = 'visitor', identifier = '{email}'): readonly Step[] => [
  open('login', '', as),
  {
    title: `${as} signs in`,
    as,
    ...submit('login'),
    body: { ...correctPassword, identifier },
    expect: { status: 200, cookies: 'any' },
  },
]

export const signedIn: readonly Step[] = [account, ...signIn()]

export const signInNatively = (identifier = '{email}'): readonly Step[] => [
  openNative('login'),
  {
    title: 'the app signs in',
    ...submitNative('login'),
    body: { ...correctPassword, identifier },
    expect: { status: 200 },
  },
]

export const signedInNatively: readonly Step[] = [account, ...signInNatively()]

/** An app is set up in the settings by `as`, with the code before the present one. */
export const addTotp = (as = 'visitor'): readonly Step[] => [
  open('settings', '', as),
  {
    title: `${as} sets an authenticator app up`,
    as,
    ...submit('settings'),
    body: { method: 'totp', totp_code: '{totpBefore}' },
    expect: { status: 200, cookies: 'any', flow: { state: 'success', messages: ['success 1050001'] } },
  },
]

/** `{email}` has an authenticator app, set up in another browser. */
export const accountWithTotp: readonly Step[] = [account, ...signIn('settled'), ...addTotp('settled')]

/** Returns a step of which only the status counts. */
export function done(title: string, request: string, status: number, rest: Partial<Exchange> = {}): Exchange {
  return { title, mode: 'ajax', request, expect: { status, cookies: 'any' }, ...rest }
}

/** Submits a flow with a body, by AJAX. */
export function send(kind: string, body: Readonly<Record<string, unknown>>, status: number, as = 'visitor'): Exchange {
  return { title: `${kind}: ${JSON.stringify(body)}`, as, ...submit(kind), body, expect: { status, cookies: 'any' } }
}

export const later = (milliseconds: number): GivenStep => ({ title: 'time passes', advance: milliseconds })

/** The flow a step opens is `{keptFlow}` from then on. */
export const kept = (step: Exchange): Exchange => ({ ...step, keep: { keptFlow: '{flow}' } })
