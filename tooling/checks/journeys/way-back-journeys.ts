import { by, type JourneyPart } from './journey.ts'

const account = by('journeys/account.spec.ts', 'an account from sign-up over settings to recovery')
const links = 'journeys/links.spec.ts'
const choice = 'text-messages/recovery.spec.ts'

/** TABLE: getting back into an account, and confirming an address. */
// oxfmt-ignore
export const wayBackJourneys: readonly JourneyPart[] = [
  {
    title: 'Recovery by the address that is typed',
    pages: ['recovery'],
    rows: [
      { method: 'code by mail', wire: ['recovery', 'code'], tests: account },
      { method: 'link by mail', wire: ['recovery', 'link'], tests: by(links, 'a link in a mail leads back into an account once, and to a new password') },
    ],
  },
  {
    title: 'Recovery by one of several addresses (`choose_recovery_address`)',
    pages: ['recovery'],
    rows: [
      { method: 'code by mail', wire: ['recovery', 'code'], tests: by(choice, 'of several addresses one is chosen and typed in full, and its code leads back in') },
      { method: 'code by text message', wire: ['recovery', 'code'], tests: by(choice, 'of several addresses one is chosen and typed in full, and its code leads back in', 'who has a phone number alone gets the code there') },
    ],
  },
  {
    title: 'Confirming an address',
    pages: ['verification'],
    rows: [
      { method: 'code by mail', wire: ['verification', 'code'], tests: account },
      { method: 'code by text message', wire: ['verification', 'code'], tests: by('text-messages/sign-in.spec.ts', 'a phone number is confirmed by text message, and gets the code to sign in with') },
      { method: 'link by mail', wire: ['verification', 'link'], tests: by(links, 'a link in a mail confirms an address once') },
    ],
  },
]
