import type { Given, GivenStep } from './given.ts'

import { openNative } from '../../scenarios/given.ts'
import { account, done, otherAccount, signedIn, signIn, signedInNatively, signInNatively } from './steps.ts'

/** Other people have sessions too. */
const otherBrowser: readonly GivenStep[] = [
  otherAccount,
  ...signIn('first', '{otherEmail}'),
  ...signIn('second', '{otherEmail}'),
]

/** Recovery signs in people who have not proved their address. */
const recoveredNatively: readonly GivenStep[] = [
  account,
  openNative('recovery'),
  done('a code is asked for', 'POST /self-service/recovery?flow={flow}', 200, {
    mode: 'native',
    body: { method: 'code', recovery_address: '{email}' },
  }),
  { title: 'the code comes by mail', mailTo: '{email}' },
  done('the code is used', 'POST /self-service/recovery?flow={flow}', 200, {
    mode: 'native',
    body: { method: 'code', code: '{code}', recovery_address: '{email}' },
  }),
]

export const sessionGivens: Readonly<Record<string, Given>> = {
  'admin-sessions': { before: { 0: [...otherBrowser, ...signedIn] } },
  'logout-api': { before: { 0: signedInNatively } },
  'logout-browser-ajax': { before: { 0: signedIn } },
  'logout-browser': { before: { 0: signedIn } },
  'return-to-not-allowed-others': { before: { 0: signedIn } },
  'whoami-cacheable': { before: { 0: recoveredNatively } },
  'whoami-tokenize': { before: { 0: signedIn } },
  whoami: {
    before: { 0: signedIn, 1: [otherAccount, ...signInNatively('{otherEmail}')] },
    variables: { otherEmail: 'user-2@example.org' },
  },
}
