/** How long a key counts that is made without saying so, the first one too: 90 days, in milliseconds. */
export const keyLifespanMs = 90 * 24 * 60 * 60_000
