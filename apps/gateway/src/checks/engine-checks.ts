import { withoutTrailing } from '@gatehouse/contract/http'
import { sharedDomain, type Config, type IdentitySource } from '@gatehouse/config/config'
import { probeRemote } from '../identity/remote-probe.ts'
import type { CheckContext, Found } from './check.ts'

type Remote = Extract<IdentitySource, { kind: 'remote' }>

/** Checks whether the public API of the remote identity service answers. */
export function engineAnswers(context: CheckContext): Promise<readonly Found[]> {
  return notesAbout(context, 'KRATOS_PUBLIC_URL')
}

/** Checks whether its admin API answers and accepts the key. */
export function adminAccess(context: CheckContext): Promise<readonly Found[]> {
  return notesAbout(context, 'KRATOS_ADMIN_URL')
}

async function notesAbout({ config }: CheckContext, subject: string): Promise<readonly Found[]> {
  if (config.identity.kind === 'embedded') return []
  const notes = await probeRemote(config.identity)
  return notes.flatMap((note): readonly Found[] => {
    if (note.subject !== subject) return []
    return [{ severity: note.kind === 'fault' ? 'fault' : 'warning', subject, wrong: note.wrong, fix: note.fix }]
  })
}

const timeoutMs = 3_000

/** The answer of the remote service to a new flow. */
interface Looked {
  readonly status: number
  readonly location: URL | undefined
  readonly body: unknown
  readonly cookies: readonly string[]
}

async function look({ publicUrl }: Remote, path: string, own: URL, accept: string): Promise<Looked | undefined> {
  try {
    const answer = await fetch(`${publicUrl.href.replace(/\/$/, '')}${path}`, {
      headers: { accept, 'x-forwarded-host': own.host, 'x-forwarded-proto': own.protocol.replace(':', '') },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await answer.text()
    const location = answer.headers.get('location')
    return {
      status: answer.status,
      location: location === null ? undefined : (URL.parse(location, publicUrl) ?? undefined),
      body: answer.headers.get('content-type')?.includes('json') === true ? JSON.parse(text) : undefined,
      cookies: answer.headers.getSetCookie(),
    }
  } catch {
    // Another check reports that it does not answer.
    return undefined
  }
}

const forbidden = new URLSearchParams({ return_to: 'https://not-allowed.invalid/' })

/** TABLE: the public pages of a remote service, with the path that begins each and the id that it adds. */
const pages = [
  { flow: 'login', path: '/login', begin: '/self-service/login/browser', id: 'flow' },
  { flow: 'registration', path: '/registration', begin: '/self-service/registration/browser', id: 'flow' },
  { flow: 'recovery', path: '/recovery', begin: '/self-service/recovery/browser', id: 'flow' },
  { flow: 'verification', path: '/verification', begin: '/self-service/verification/browser', id: 'flow' },
  { flow: 'error', path: '/error', begin: `/self-service/login/browser?${forbidden}`, id: 'id' },
] as const

/** Checks that the remote service redirects browsers to these pages. */
export async function engineAddresses({ config }: CheckContext): Promise<readonly Found[]> {
  const { identity: source, publicUrl } = config
  if (source.kind === 'embedded') return []
  const own = publicUrl.origin
  const there = 'in the configuration of the identity service'
  const found: Found[] = []
  for (const { flow, path, begin, id } of pages) {
    const { location } = (await look(source, begin, publicUrl, 'text/html')) ?? {}
    if (location === undefined || location.searchParams.get(id) === null) continue
    const at = `${location.origin}${withoutTrailing(location.pathname, '/')}`
    if (at === `${own}${path}`) continue
    const subject = `selfservice.flows.${flow}.ui_url`
    const wrong = `leads to ${at}, and the page is at ${own}${path}: links in emails and redirects end there`
    found.push({ severity: 'fault', subject, wrong, fix: `set it to ${own}${path} ${there}` })
  }
  const flow = await look(source, '/self-service/login/browser', publicUrl, 'application/json')
  const action = actionOf(flow?.body)
  if (action !== undefined && action.origin !== own) {
    const wrong = `is ${action.origin}, and the public origin is ${own}: redirects and links in mails go past these pages, and cookies are for another host`
    found.push({ severity: 'fault', subject: 'serve.public.base_url', wrong, fix: `set it to ${own}/ ${there}` })
  }
  for (const back of [`${own}/`, ...applicationPages(config)]) {
    const begin = `/self-service/login/browser?${new URLSearchParams({ return_to: back })}`
    const answer = await look(source, begin, publicUrl, 'application/json')
    if (errorId(answer?.body) !== 'self_service_flow_return_to_forbidden') continue
    const { origin } = new URL(back)
    const what = origin === own ? 'pages that send people back to themselves are refused' : 'people cannot return there'
    const wrong = `does not have ${origin}: ${what}`
    found.push({ severity: 'fault', subject: 'selfservice.allowed_return_urls', wrong, fix: `add ${origin} ${there}` })
  }
  for (const cookie of flow?.cookies ?? []) {
    found.push(...cookieFaults(cookie, publicUrl, there), ...unreachedHosts(cookie, config, there))
  }
  return found
}

function cookieFaults(line: string, { hostname, protocol, origin }: URL, there: string): readonly Found[] {
  const domain = domainOf(line)
  const isSecure = /;\s*secure(?:;|$)/i.test(line)
  const found: Found[] = []
  if (domain !== undefined && hostname !== domain && !hostname.endsWith(`.${domain}`)) {
    const wrong = `is ${domain}, and the public origin is ${origin}: browsers drop the cookie, and every form is refused`
    const fix = `set it to a domain that ${hostname} is in, or remove it, ${there}`
    found.push({ severity: 'fault', subject: 'cookies.domain', wrong, fix })
  }
  if (isSecure && protocol === 'http:' && !/^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)) {
    const wrong = `are for https alone, and the public origin is ${origin}: browsers drop them, and every form is refused`
    found.push({
      severity: 'fault',
      subject: 'Its cookies',
      wrong,
      fix: 'use https, or start Kratos with --dev on a test network',
    })
  }
  return found
}

/** Returns the pages of applications in the settings. */
function applicationPages({ applications: { returnUrls, defaultReturnUrl } }: Config): readonly string[] {
  const named = [...returnUrls, ...(defaultReturnUrl === undefined ? [] : [defaultReturnUrl.href])]
  return named.filter((url) => /^https?:\/\/[^*]+$/.test(url))
}

/** Finds hosts of applications that do not get the cookies of the remote service. */
function unreachedHosts(line: string, config: Config, there: string): readonly Found[] {
  const domain = domainOf(line)
  const { publicUrl, applications } = config
  const urls = [...applicationPages(config), ...applications.corsOrigins]
  const hosts = new Set(urls.flatMap((url) => URL.parse(url)?.hostname ?? []))
  return [...hosts].flatMap((host): readonly Found[] => {
    if (host === publicUrl.hostname || (domain !== undefined && (host === domain || host.endsWith(`.${domain}`))))
      return []
    const shared = sharedDomain(publicUrl.hostname, host)
    const wrong = `is ${domain ?? 'not set'}: the application at ${host} does not get the cookies of ${publicUrl.hostname}`
    const fix =
      shared === undefined
        ? 'the hosts have no domain in common: use OAuth2 or session tokens there, or give the application a host below the same domain'
        : `set it to ${shared} ${there}, or use OAuth2 or session tokens there`
    return [{ severity: 'warning', subject: 'cookies.domain', wrong, fix }]
  })
}

const domainOf = (line: string) => /;\s*domain=\.?([^;]+)/i.exec(line)?.[1]?.toLowerCase()

function actionOf(body: unknown): URL | undefined {
  const ui = fieldOf(body, 'ui')
  const action = fieldOf(ui, 'action')
  return typeof action === 'string' ? (URL.parse(action) ?? undefined) : undefined
}

const errorId = (body: unknown): unknown => fieldOf(fieldOf(body, 'error'), 'id')

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined
}

/** The smallest difference that affects codes, sessions and tokens of a few minutes. */
const smallSkewMs = 5_000
const largeSkewMs = 60_000

/** Measures the difference between the remote service's clock and this one. */
export async function clockSkew({ config, now }: CheckContext): Promise<readonly Found[]> {
  if (config.identity.kind === 'embedded') return []
  const { publicUrl } = config.identity
  const asked = now()
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const answer = await fetch(`${publicUrl.href.replace(/\/$/, '')}/health/alive`, { signal, redirect: 'manual' })
    await answer.body?.cancel()
    // A second is cut off, and the way there and back took some time.
    const theirs = Date.parse(answer.headers.get('date') ?? '') + 500
    const skew = theirs - (asked + now()) / 2
    if (!Number.isFinite(skew) || Math.abs(skew) < smallSkewMs) return []
    const seconds = Math.round(Math.abs(skew) / 1000)
    const side = skew > 0 ? 'ahead of' : 'behind'
    const wrong = `has a clock that is ${seconds} seconds ${side} this machine’s: what is valid for minutes ends too early or too late`
    const severity = Math.abs(skew) < largeSkewMs ? 'warning' : 'fault'
    return [{ severity, subject: publicUrl.origin, wrong, fix: 'synchronize both clocks (NTP)' }]
  } catch {
    return []
  }
}
