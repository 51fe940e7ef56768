import { isUuid } from '@gatehouse/platform/secrets'

import { RefusalError } from './answer.ts'

/** Returns the UUID in lower case; refuses anything else with 400. */
export function requireUuid(text: string): string {
  if (!isUuid(text)) throw new RefusalError({ code: 400, message: 'The id is not a UUID' })
  return text.toLowerCase()
}
