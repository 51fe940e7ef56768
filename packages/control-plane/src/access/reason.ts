import { RefusalError } from '../http/answer.ts'

/** The header of a caller's reason: UTF-8, percent-encoded if it is not ASCII. */
export const reasonHeader = 'x-audit-reason'

const longest = 500

/** Returns the reason of a change, if the caller gives one. Refuses with 400 a text that cannot be stored as a line. */
export function reasonOf(headers: Headers): string | undefined {
  const sent = headers.get(reasonHeader)
  if (sent === null || sent.trim() === '') return undefined
  const reason = decode(sent.trim())
  if (reason.length <= longest && !/\p{Cc}/u.test(reason)) return reason
  throw new RefusalError({
    code: 400,
    reason: `The header ${reasonHeader} has to be one line of at most ${longest} characters.`,
  })
}

/** Refuses with 400 a call without a reason. */
export function requireReason(headers: Headers): void {
  if (reasonOf(headers) !== undefined) return
  const reason = `Give a reason in the header ${reasonHeader}: this lets somebody other than the owner into the account.`
  throw new RefusalError({ code: 400, reason })
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
