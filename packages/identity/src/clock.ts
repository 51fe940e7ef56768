/** Now, in Unix milliseconds. Injected, so tests and dev mode can move it. */
export type Clock = () => number
