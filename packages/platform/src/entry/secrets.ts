/** Secrets that no log shows, seals, and ids. */
export { createOrderedIds, isUuid } from '../ids.ts'
export { Secret } from '../secret.ts'
export { createSeals, type Seals } from '../seals.ts'
