import type { Given, GivenStep } from './given.ts'

import { otherAccount, signedIn, signIn, signedInNatively, signInNatively } from './steps.ts'

/** Other people have sessions too. */
const elsewhere: readonly GivenStep[] = [
  otherAccount,
  ...signIn('first', '{otherEmail}'),
  ...signIn('second', '{otherEmail}'),
]

export const sessionGivens: Readonly<Record<string, Given>> = {
  'admin-sessions': { before: { 0: [...elsewhere, ...signedIn] } },
  'logout-api': { before: { 0: signedInNatively } },
  'logout-browser-ajax': { before: { 0: signedIn } },
  'logout-browser': { before: { 0: signedIn } },
  'return-to-not-allowed-others': { before: { 0: signedIn } },
  'whoami-cacheable': { before: { 0: signedInNatively } },
  'whoami-tokenize': { before: { 0: signedIn } },
  whoami: { before: { 0: signedIn, 1: signInNatively } },
}
