import { by, type JourneyPart, noWay } from './journey.ts'

const signIn = 'oauth2/sign-in.spec.ts'
const device = 'oauth2/device.spec.ts'

/** TABLE: pages that applications send people to, and those around every page. */
// oxfmt-ignore
export const applicationJourneys: readonly JourneyPart[] = [
  {
    title: 'Applications (OAuth2)',
    pages: ['login', 'consent', 'logout', 'device', 'device/done'],
    rows: [
      { method: 'signing in', tests: by(signIn, 'the operator’s own application asks nothing, from the form to the end') },
      { method: 'consent', tests: by(signIn, 'an application learns who somebody is, and nothing that was not asked', 'who says no is led back, and the application gets nothing') },
      { method: 'signing out', tests: by('oauth2/sign-out.spec.ts', 'an application signs somebody out, once they agree') },
      { method: 'code of a device, refused', tests: by(device, 'a code that no device shows is refused, and can be typed again') },
      { method: 'code of a device, taken', tests: [],
        without: noWay('Ory Hydra 2.3.0, which the journeys run, knows no devices; `apps/account/app/routes/device/device.test.ts` plays it with an admin API that does') },
    ],
  },
  {
    title: 'Around every page',
    pages: ['error', '*', 'language', 'theme'],
    rows: [
      { method: 'error, with a way on', tests: by('unhappy/wrong-addresses.spec.ts', 'a way back to another site is refused, with a way on') },
      { method: 'language', tests: by('language/languages.spec.ts', 'another language is one choice away, stays on the page and is remembered') },
      { method: 'light and dark', tests: by('accessibility/focus.spec.ts', 'dark and light can be chosen, and stay chosen') },
    ],
  },
]
