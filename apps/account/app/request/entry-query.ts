/** Query parameters of a flow page that the identity service wants to know when it makes a flow. */
export const entryParameters: readonly string[] = [
  'return_to',
  'refresh',
  'aal',
  'via',
  'organization',
  'login_challenge',
  'identity_schema',
  'after_verification_return_to',
  'ui_locales',
]

/** Returns the parameters that a page passes on when it starts a flow. */
export function entryQuery(url: URL): URLSearchParams {
  return new URLSearchParams([...url.searchParams].filter(([name]) => entryParameters.includes(name)))
}

/**
 * Returns the address to which a flow's form posts: the page itself, with the flow's id and the parameters to start
 * over should the flow be gone by then.
 */
export function formAction(
  url: URL,
  flow: { readonly id: string; readonly return_to?: string; readonly oauth2_login_challenge?: string },
): string {
  const query = entryQuery(url)
  if (flow.oauth2_login_challenge) query.set('login_challenge', flow.oauth2_login_challenge)
  if (flow.return_to !== undefined && flow.return_to !== '') query.set('return_to', flow.return_to)
  query.set('flow', flow.id)
  return `${url.pathname}?${query}`
}

/** A page of ours to go to, in the language that an application asked for on this one. */
export function inLanguageOf(url: URL, to: string): string {
  const asked = url.searchParams.get('ui_locales')
  const target = new URL(to, url)
  if (asked === null || target.searchParams.has('ui_locales')) return to
  target.searchParams.set('ui_locales', asked)
  return `${target.pathname}${target.search}${target.hash}`
}
