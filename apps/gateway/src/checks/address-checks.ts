import { isLoopbackHost, sharedDomain, sourceOfKey } from '@gatehouse/config/config'
import type { CheckContext, Found } from './check.ts'

const isNumber = (host: string) => /^\d+(?:\.\d+){3}$|^\[/.test(host)

/** Returns the addresses that browsers see, with the settings that name them. */
function browserAddresses({ config, identity }: CheckContext): readonly (readonly [subject: string, url: URL])[] {
  const { publicUrl, consoleUrl } = config
  return [
    ['GATEHOUSE_PUBLIC_URL', publicUrl],
    ['GATEHOUSE_CONSOLE_URL', consoleUrl],
    ...applicationAddresses({ config, identity }),
  ]
}

/** Returns the configured pages of applications. Apps with a custom scheme have no cookies. */
function applicationAddresses({
  config,
  identity,
}: Pick<CheckContext, 'config' | 'identity'>): readonly (readonly [subject: string, url: URL])[] {
  const { returnUrls, defaultReturnUrl, corsOrigins } = config.applications
  const file = config.identity.kind === 'embedded' ? config.identity.configFile : undefined
  const settings: readonly (readonly [string, string])[] =
    file === undefined
      ? [
          ...returnUrls.map((url) => ['GATEHOUSE_RETURN_URLS', url] as const),
          ...(defaultReturnUrl ? [['GATEHOUSE_DEFAULT_RETURN_URL', defaultReturnUrl.href] as const] : []),
          ...corsOrigins.map((url) => ['GATEHOUSE_CORS_ORIGINS', url] as const),
        ]
      : []
  // From a file, or from the console.
  const configured: readonly (readonly [string, string])[] = identity
    ? [
        ...identity.selfservice.allowedReturnUrls.map((url) => ['selfservice.allowed_return_urls', url] as const),
        ['selfservice.default_browser_return_url', identity.selfservice.defaultReturnUrl],
      ]
    : []
  const isSetting = (text: string) => settings.some(([, url]) => URL.parse(url)?.href === URL.parse(text)?.href)
  const named = [...settings, ...configured.filter(([, url]) => !isSetting(url))]
  return named.flatMap(([subject, text]) => {
    const url = URL.parse(text.replace('://*.', '://any.'))
    if (url === null || !/^https?:$/.test(url.protocol) || url.host === config.publicUrl.host) return []
    return [[subject, url] as const]
  })
}

/**
 * Finds different host names: a cookie of one is not sent to the other, and a flow that begins at one cannot end at the
 * other.
 */
export function hostNames(context: CheckContext): readonly Found[] {
  const { publicUrl } = context.config
  if (!isLoopbackHost(publicUrl.hostname)) return []
  return browserAddresses(context).flatMap(([subject, url]): readonly Found[] => {
    if (!isLoopbackHost(url.hostname) || isNumber(url.hostname) === isNumber(publicUrl.hostname)) return []
    const wrong = `is ${url.origin}, but the public origin is ${publicUrl.origin}: to a browser these are different sites, and cookies of one are not sent to the other`
    const other = new URL(url)
    other.hostname = publicUrl.hostname
    return [{ severity: 'fault', subject, wrong, fix: `write ${other.origin}`, at: sourceIn(context, subject) }]
  })
}

function sourceIn({ config }: CheckContext, subject: string): string | undefined {
  const file = config.identity.kind === 'embedded' ? config.identity.configFile : undefined
  return file !== undefined && subject.includes('.') ? sourceOfKey(file, subject.split('.')) : undefined
}

const timeoutMs = 2_000

/**
 * Reports https in front of an http address: cookies without `Secure`, http links in mails, and browser warnings of
 * forms.
 */
export async function httpsInFront({ config }: CheckContext): Promise<readonly Found[]> {
  const { publicUrl, trustedProxies } = config
  if (publicUrl.protocol === 'https:' || isLoopbackHost(publicUrl.hostname)) return []
  const subject = 'GATEHOUSE_PUBLIC_URL'
  const secure = `https://${publicUrl.hostname}`
  const fix = `set it to ${secure}, and GATEHOUSE_TRUSTED_PROXY to the proxy that speaks https`
  if (await answers(`${secure}/health/alive`)) {
    const wrong = `is ${publicUrl.origin}, but ${secure} answers: links and cookies are for http, and not encrypted`
    return [{ severity: 'fault', subject, wrong, fix }]
  }
  if (trustedProxies.length === 0) return []
  const wrong = `is ${publicUrl.origin} behind a proxy: if that speaks https, links and cookies are for http all the same`
  return [{ severity: 'warning', subject, wrong, fix }]
}

async function answers(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'manual' })
    await answer.body?.cancel()
    return true
  } catch {
    return false
  }
}

/** Checks whether people can return to an application. */
export function returnAddresses(context: CheckContext): readonly Found[] {
  const { config, identity } = context
  if (identity === undefined || config.dev) return []
  const file = config.identity.kind === 'embedded' ? config.identity.configFile : undefined
  const own = config.publicUrl.origin
  const { allowedReturnUrls, defaultReturnUrl } = identity.selfservice
  const found: Found[] = []
  if (allowedReturnUrls.every((url) => URL.parse(url)?.origin === own)) {
    const [subject, key] =
      file === undefined ? ['GATEHOUSE_RETURN_URLS', 'it'] : ['selfservice.allowed_return_urls', 'it']
    const wrong = 'names no application: people who sign in are not redirected to one'
    found.push({ severity: 'warning', subject, wrong, fix: `set ${key} to the address of your application`, at: file })
  }
  if (URL.parse(defaultReturnUrl)?.origin === own) {
    const subject = file === undefined ? 'GATEHOUSE_DEFAULT_RETURN_URL' : 'selfservice.default_browser_return_url'
    const wrong = `leads to ${defaultReturnUrl}: who signs in without having come from an application stays there`
    const at = file === undefined ? undefined : (sourceIn(context, subject) ?? file)
    found.push({ severity: 'warning', subject, wrong, fix: 'set it to the start page of your application', at })
  }
  return found
}

/** An application that no browser sends the session to, unless it has another way to know it. */
export function cookieReach(context: CheckContext): readonly Found[] {
  const { config, identity } = context
  if (identity === undefined) return []
  const { domain } = identity.session.cookie
  const own = config.publicUrl.hostname
  const file = config.identity.kind === 'embedded' ? config.identity.configFile : undefined
  const subject = file === undefined ? 'GATEHOUSE_COOKIE_DOMAIN' : 'session.cookie.domain'
  const hosts = new Set(applicationAddresses(context).map(([, { hostname }]) => hostname))
  return [...hosts].flatMap((host): readonly Found[] => {
    if (host === own || (domain !== undefined && (host === domain || host.endsWith(`.${domain}`)))) return []
    const shared = sharedDomain(own, host)
    const wrong = `does not reach ${host}: the application there does not get the session cookie of ${own}`
    const fix =
      shared === undefined
        ? 'the hosts have no domain in common: use OAuth2 or session tokens there, or give the application a host below the same domain'
        : `set it to ${shared}, or use OAuth2 or session tokens there`
    const at = file === undefined ? undefined : (sourceIn(context, subject) ?? file)
    return [{ severity: 'warning', subject, wrong, fix, at }]
  })
}
