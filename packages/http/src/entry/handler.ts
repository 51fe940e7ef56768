/** A service is a function. */
export type { FetchHandler } from '../fetch-handler.ts'
