import { accountJourneys } from './account-journeys.ts'
import { applicationJourneys } from './application-journeys.ts'
import type { JourneyPart } from './journey.ts'
import { signInJourneys } from './sign-in-journeys.ts'
import { signUpJourneys } from './sign-up-journeys.ts'
import { wayBackJourneys } from './way-back-journeys.ts'

/** Every flow by every method, in the order of docs/reference/journeys.md. */
export const allJourneys: readonly JourneyPart[] = [
  ...signInJourneys,
  ...signUpJourneys,
  ...wayBackJourneys,
  ...accountJourneys,
  ...applicationJourneys,
]
