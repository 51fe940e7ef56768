/** Security headers. */
export type { CspAdditions } from '../content-security-policy.ts'
export { newNonce, securityHeaders, type AddSecurityHeaders } from '../security-headers.ts'
