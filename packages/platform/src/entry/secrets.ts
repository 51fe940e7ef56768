/** Secrets that no log shows, and ids. */
export { isUuid } from '../ids.ts'
export { Secret } from '../secret.ts'
