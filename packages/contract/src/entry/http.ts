/** URLs, cookies, headers and errors of the wire. */
export { clearedAtSignOut } from '../clear-site-data.ts'
export type { ErrorEnvelope, ErrorId } from '../error.ts'
export { hostCookieName } from '../host-cookie.ts'
export { ownPath } from '../own-path.ts'
export { identityPathPrefixes, identityPaths, publicPaths } from '../urls.ts'
export { counted, looksLikeEmail, withoutScripts, withoutTrailing } from '../plain-text.ts'
