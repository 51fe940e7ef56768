import type { Exchange, Step } from './scenario.ts'

/** How scenarios begin. All are steps like any other. */

/** An account with a password, made by an operator: `{email}`, `{password}`, id in `{identity}`. */
export const account: Exchange = {
  title: 'an account exists',
  at: 'admin',
  mode: 'native',
  request: 'POST /admin/identities',
  body: {
    schema_id: 'account',
    traits: { email: '{email}', name: { first: 'Ada', last: 'Lovelace' } },
    credentials: { password: { config: { password: '{password}' } } },
  },
  expect: { status: 201 },
  keep: { account: '{accountId}' },
}

/** The same, with an address that is verified. */
export const verifiedAccount: Exchange = {
  ...account,
  body: {
    schema_id: 'account',
    traits: { email: '{email}', name: { first: 'Ada', last: 'Lovelace' } },
    credentials: { password: { config: { password: '{password}' } } },
    verifiable_addresses: [{ value: '{email}', verified: true, via: 'email', status: 'completed' }],
  },
}

/** A second account, `{otherEmail}` and `{otherPassword}`. */
export const otherAccount: Exchange = {
  ...account,
  title: 'another account exists',
  body: {
    schema_id: 'account',
    traits: { email: '{otherEmail}' },
    credentials: { password: { config: { password: '{otherPassword}' } } },
  },
  keep: { otherAccount: '{accountId}' },
}

/** Opens a flow by AJAX. */
export function open(kind: string, query = '', as = 'visitor'): Exchange {
  return {
    title: `${as === 'visitor' ? 'the visitor' : as} opens the ${kind} flow${query}`,
    as,
    mode: 'ajax',
    request: `GET /self-service/${kind}/browser${query}`,
    expect: { status: 200 },
  }
}

/** Opens a native flow. */
export function openNative(kind: string, query = ''): Exchange {
  return {
    title: `the app opens the ${kind} flow${query}`,
    mode: 'native',
    request: `GET /self-service/${kind}/api${query}`,
    expect: { status: 200 },
  }
}

/** Reads the flow `{flow}` again. */
export function read(kind: string, flow = '{flow}'): Exchange {
  return {
    title: `the ${kind} flow is read`,
    mode: 'ajax',
    request: `GET /self-service/${kind}/flows?id=${flow}`,
    expect: { status: 200 },
  }
}

/** Submits by AJAX. */
export function submit(kind: string): Pick<Exchange, 'mode' | 'request'> {
  return { mode: 'ajax', request: `POST /self-service/${kind}?flow={flow}` }
}

/** Submits as a form. */
export function submitForm(kind: string): Pick<Exchange, 'mode' | 'request'> {
  return { mode: 'navigation', request: `POST /self-service/${kind}?flow={flow}` }
}

/** Submits as an app. */
export function submitNative(kind: string): Pick<Exchange, 'mode' | 'request'> {
  return { mode: 'native', request: `POST /self-service/${kind}?flow={flow}` }
}

export const correctPassword = { method: 'password', identifier: '{email}', password: '{password}' }

const signIn: readonly Step[] = [
  open('login'),
  {
    title: 'the visitor signs in',
    ...submit('login'),
    body: correctPassword,
    expect: { status: 200, cookies: ['csrf', 'session'] },
  },
]

/** The visitor has signed in to `{email}` in a browser. */
export const signedIn: readonly Step[] = [account, ...signIn]

/** The same, with an address that is verified: our service takes no second factor before. */
export const signedInVerified: readonly Step[] = [verifiedAccount, ...signIn]

/** An app has signed in to `{email}`; its token is `{sessionToken}`. */
export const signedInNatively: readonly Step[] = [
  account,
  openNative('login'),
  { title: 'the app signs in', ...submitNative('login'), body: correctPassword, expect: { status: 200 } },
]

/** A request on behalf of the app's session. */
export const withToken = { 'x-session-token': '{sessionToken}' }

/** A mail with a code has come to `{email}`. */
export const codeByMail: Step = { title: 'the code comes by mail', mailTo: '{email}' }
