export type { IdentityConfig } from '../configuration/config.ts'
export { parseDuration } from '../configuration/duration.ts'
export * from '../configuration/load.ts'
export { connectOrigins, formActionOrigins } from '../configuration/page-origins.ts'
