/** The present moment in Unix milliseconds. */
export type Clock = () => number
