import { RefusalError } from './answer.ts'

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** True for the usual spelling of a UUID, of any version. */
export function isUuid(text: string): boolean {
  return form.test(text)
}

/** The UUID in lower case; refuses anything else with 400. `what` names it in the answer. */
export function requireUuid(text: string | undefined, what: string): string {
  if (text === undefined || !isUuid(text)) {
    throw new RefusalError({ code: 400, reason: `The id of the ${what} is not a UUID.` })
  }
  return text.toLowerCase()
}
