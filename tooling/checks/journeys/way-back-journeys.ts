import type { JourneyPart } from './journey.ts'

const account = ['account-1']

/** TABLE: getting back into an account, and confirming an address. */
// oxfmt-ignore
export const wayBackJourneys: readonly JourneyPart[] = [
  {
    title: 'Recovery by the address that is typed',
    pages: ['recovery'],
    rows: [
      { method: 'code by mail', wire: ['recovery', 'code'], tests: account },
      { method: 'link by mail', wire: ['recovery', 'link'], tests: ['links-4'] },
    ],
  },
  {
    title: 'Recovery by one of several addresses (`choose_recovery_address`)',
    pages: ['recovery'],
    rows: [
      { method: 'code by mail', wire: ['recovery', 'code'], tests: ['recovery-2'] },
      { method: 'code by text message', wire: ['recovery', 'code'], tests: ['recovery-2', 'recovery-3'] },
    ],
  },
  {
    title: 'Confirming an address',
    pages: ['verification'],
    rows: [
      { method: 'code by mail', wire: ['verification', 'code'], tests: account },
      { method: 'code by text message', wire: ['verification', 'code'], tests: ['sign-in-6'] },
      { method: 'link by mail', wire: ['verification', 'link'], tests: ['links-5'] },
    ],
  },
]
