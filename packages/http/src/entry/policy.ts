/** Security headers. */
export type { CspAdditions } from '../security-headers.ts'
export { newNonce, securityHeaders, type AddSecurityHeaders } from '../security-headers.ts'
