/** Now, in Unix milliseconds. Passed in, so that tests and development mode can move it. */
export type Clock = () => number
