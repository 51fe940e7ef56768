/**
 * The code that a test address always gets: the six digits after `+code` in the mailbox's name, or the last six of a
 * telephone number that is reserved for fiction (+1 with any area code, then 555-01xx).
 */
export function testCodeOf(address: string): string | undefined {
  return /\+code(\d{6})@/.exec(address)?.[1] ?? /^\+1\d{3}(555)01\d\d$/.exec(address)?.[0].slice(-6)
}
