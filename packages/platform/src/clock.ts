/** Returns the time in Unix milliseconds. Passed in, so that tests and development mode can change it. */
export type Clock = () => number
