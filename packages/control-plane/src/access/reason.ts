import { RefusalError } from '../http/answer.ts'

/** The header by which a caller says why: UTF-8, percent-encoded where it is not ASCII. */
export const reasonHeader = 'x-audit-reason'

const longest = 500

/** Why a change is made, if the caller says so. Refuses with 400 what cannot be kept as a line. */
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
