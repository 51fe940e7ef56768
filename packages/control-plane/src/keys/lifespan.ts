/** The default lifespan of a key, also of the first one: 90 days, in milliseconds. */
export const keyLifespanMs = 90 * 24 * 60 * 60_000
