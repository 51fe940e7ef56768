import { type JourneyPart, noWay } from './journey.ts'

/** TABLE: pages that applications send people to, and those around every page. */
// oxfmt-ignore
export const applicationJourneys: readonly JourneyPart[] = [
  {
    title: 'Applications (OAuth2)',
    pages: ['login', 'consent', 'logout', 'device', 'device/done'],
    rows: [
      { method: 'signing in', tests: ['sign-in-3'] },
      { method: 'consent', tests: ['sign-in-1', 'sign-in-2'] },
      { method: 'signing out', tests: ['sign-out-1'] },
      { method: 'code of a device, refused', tests: ['device-2'] },
      { method: 'code of a device, taken', tests: [],
        without: noWay('Ory Hydra 2.3.0, which the journeys run, knows no devices; `apps/account/app/routes/device/device.test.ts` plays it with an admin API that does') },
    ],
  },
  {
    title: 'Around every page',
    pages: ['error', '*', 'language', 'theme'],
    rows: [
      { method: 'error, with a way on', tests: ['wrong-addresses-1'] },
      { method: 'language', tests: ['languages-1'] },
      { method: 'light and dark', tests: ['focus-1'] },
    ],
  },
]
