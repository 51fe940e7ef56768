import { isUuid } from '@gatehouse/platform/secrets'

import { RefusalError } from './answer.ts'

/** Returns the UUID in lower case; refuses any other text with 400. `what` names it in the answer. */
export function requireUuid(text: string | undefined, what: string): string {
  if (text === undefined || !isUuid(text)) {
    throw new RefusalError({ code: 400, reason: `The id of the ${what} is not a UUID.` })
  }
  return text.toLowerCase()
}
