import { flowKinds, type FlowKind } from '@gatehouse/contract/flows'

/** The target of a redirect; `document` if the browser must load the target itself. */
export interface Destination {
  readonly to: string
  readonly document: boolean
}

/** Pages that script can draw without loading a document. */
const pagePaths: ReadonlySet<string> = new Set([
  '/',
  '/sessions',
  '/activity',
  '/activity/not-me',
  '/settings/data',
  '/error',
  '/logout',
  ...flowKinds.map((k) => `/${k}`),
])

const flowStart = /^\/self-service\/([a-z]+)\/browser\/?$/
const flowRead = /^\/self-service\/([a-z]+)\/flows\/?$/
const kinds: ReadonlySet<string> = new Set(flowKinds)

/** Schemes that run or show text in the page's own name. Custom schemes of native apps are fine. */
const dangerousSchemes: ReadonlySet<string> = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'file:'])

/**
 * Turns a URL that the identity service names into the shortest address: our pages start flows themselves, so
 * `…/self-service/login/browser?aal=aal2` becomes `/login?aal=aal2` without a redirect between.
 */
export function toDestination(location: string, publicOrigin: string): Destination {
  if (!URL.canParse(location, publicOrigin)) return { to: '/', document: false }
  const target = new URL(location, publicOrigin)
  if (dangerousSchemes.has(target.protocol)) return { to: '/', document: false }
  if (target.origin !== publicOrigin) return { to: target.href, document: true }
  // A path that begins with two slashes would name another site once it stands alone.
  if (target.pathname.startsWith('//')) return { to: target.href, document: true }
  const started = flowStart.exec(target.pathname)?.[1]
  if (started !== undefined && kinds.has(started)) return { to: `/${started}${target.search}`, document: false }
  const to = `${target.pathname}${target.search}${target.hash}`
  return { to, document: !pagePaths.has(target.pathname) }
}

/** Returns the flow that `…/self-service/{kind}/flows?id=` names, if a call was answered by a redirect there. */
export function flowNamedBy(location: string, publicOrigin: string, kind: FlowKind): string | undefined {
  if (!URL.canParse(location, publicOrigin)) return undefined
  const target = new URL(location, publicOrigin)
  if (flowRead.exec(target.pathname)?.[1] !== kind) return undefined
  return target.searchParams.get('id') ?? undefined
}

/** Returns the absolute URL of a page, without its flow. */
export function pageOf(url: URL, publicOrigin: string): string {
  const page = new URL(`${url.pathname}${url.search}`, publicOrigin)
  page.searchParams.delete('flow')
  return page.href
}
