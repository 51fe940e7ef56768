/** Accounts read page by page. */
export { carriedTypes, identityPages, type IdentityPage } from '../identity-pages.ts'
