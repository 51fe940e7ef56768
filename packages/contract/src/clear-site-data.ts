/**
 * `Clear-Site-Data` of the answer that ends a session: the browser drops its copies of pages, so that going back shows
 * none. Cookies stay, because theme, language and trusted devices do not belong to the session, and the session's own
 * cookie is removed by name. Storage stays, because other tabs and applications of the origin keep theirs in it.
 */
export const clearedAtSignOut = '"cache", "prefetchCache", "prerenderCache"'
