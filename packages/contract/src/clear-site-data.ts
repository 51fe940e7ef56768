/**
 * `Clear-Site-Data` of the answer that ends a session: what a browser kept of pages goes, so that going back shows none.
 * Cookies stay, because theme, language and trusted devices are none of the session's, and its own is taken away by name.
 * Storage stays, because other tabs and applications of the origin keep theirs in it.
 */
export const clearedAtSignOut = '"cache", "prefetchCache", "prerenderCache"'
