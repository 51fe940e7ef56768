import { sharedDomain } from '@gatehouse/config/config'

/** The target of a redirect: a site, or an OAuth2 client with its request's `redirect_uri` if that is a web address. */
export type Application =
  | { readonly kind: 'site'; readonly url: URL }
  | { readonly kind: 'client'; readonly id: string; readonly url: URL | undefined }

/** The session cookie of a site, as far as it is known here, and the settings that change it. */
export interface SessionCookie {
  readonly name: string
  /** The domain that has it; absent: the host of the site alone. */
  readonly domain: string | undefined
  /** Names the setting that shares it with a domain; absent: it cannot be shared with that one. */
  readonly settingFor: (domain: string) => string | undefined
  /** Names the setting that lets scripts of an origin call with the cookie; absent: they may. */
  readonly scriptSettingFor: (origin: string) => string | undefined
}

/**
 * Explains why an application does not see the session of a person who returned to it, and which setting to change:
 * sentences for developers and operators.
 */
export function whyUnnoticed(application: URL, site: URL, cookie: SessionCookie): string {
  const { name, domain, settingFor } = cookie
  const { hostname: host } = application
  const seen = `${application.origin} sends people who are signed in here again and again: it does not see their session.`
  if (site.protocol === 'https:' && application.protocol === 'http:') {
    return `${seen} Browsers send the cookie ${name} by https alone. Fix: serve ${host} by https.`
  }
  const byScript = scriptWords(application.origin, cookie)
  if (host === site.hostname || (domain !== undefined && isWithin(host, domain))) {
    return `${seen} Browsers send it the cookie ${name}. Fix: let it ask ${site.origin}/sessions/whoami with that cookie (docs/protect.md).${byScript}`
  }
  const wanted = commonDomain(host, site.hostname)
  const setting = wanted === undefined ? undefined : settingFor(wanted)
  const whose = domain ?? site.hostname
  if (wanted !== undefined && setting !== undefined) {
    return `${seen} The cookie ${name} is of ${whose}${domain === undefined ? ' alone' : ''}. Fix: set ${setting} to ${wanted}.${byScript}`
  }
  return `${seen} No cookie is for both ${host} and ${site.hostname}. Fix: give both a name below one domain that is yours, on your own machine such as account.example.localhost and app.example.localhost, or use OAuth2 or tokens (docs/protect.md).`
}

/** Explains why an OAuth2 client restarts each completed sign-in, and what to check: sentences as of `whyUnnoticed`. */
export function whyBegunAgain(id: string, redirect: URL | undefined): string {
  const at = redirect === undefined ? 'its redirect_uri' : `${redirect.origin}${redirect.pathname}`
  return `The OAuth2 client ${id} sends people who are signed in here again and again: it begins anew after each answer at ${at}. Fix: see in its log why it takes no answer. Usually its cookie with state, nonce and code_verifier is of another host or SameSite=Strict, the token endpoint refuses its secret or redirect_uri, or its own session cookie is not kept.`
}

// A script of a sibling needs no other cookie: browsers send that of the called site, if the call is allowed.
function scriptWords(origin: string, { scriptSettingFor }: SessionCookie): string {
  const setting = scriptSettingFor(origin)
  return setting === undefined ? '' : ` If a script of it asks: add ${origin} to ${setting}.`
}

function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`)
}

/** The longest domain that two hosts are in and that belongs to one owner; absent: a cookie cannot be for both. */
function commonDomain(one: string, other: string): string | undefined {
  if (sharedDomain(one, other) === undefined) return undefined
  const [first, second] = [one, other].map((host) => host.split('.').toReversed()) as [string[], string[]]
  const different = first.findIndex((label, index) => label !== second[index])
  return first
    .slice(0, different < 0 ? first.length : different)
    .toReversed()
    .join('.')
}
