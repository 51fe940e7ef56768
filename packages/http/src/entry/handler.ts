/** A service is a function. */
export type { FetchHandler } from '../reverse-proxy.ts'
