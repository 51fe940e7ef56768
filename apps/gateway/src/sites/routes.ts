import { identityPathPrefixes, identityPaths } from '@gatehouse/contract/http'
import { acceptsHtml } from '@gatehouse/http/requests'
import type { StaticAssets } from '@gatehouse/http/assets'
import type { FetchHandler } from '@gatehouse/http/handler'
import { brandImagesPath } from '../branding/brand-images.ts'
import type { Devtools } from '../devtools/devtools.ts'
import { missingTextsPath } from '../missing-texts/missing-texts.ts'
import { withWordsForMethods } from '../edge/refused-method.ts'
import type { OpenApiDocuments } from './openapi.ts'
import type { Asked, RequestFacts, Route } from '../edge/route.ts'

/** The services behind the edge. */
export interface Services {
  readonly health: FetchHandler
  readonly locales: StaticAssets
  readonly missingTexts: (request: Request, facts: RequestFacts) => Promise<Response>
  readonly brandImages: FetchHandler
  readonly assets: StaticAssets
  readonly identity: Route['handle']
  readonly openApi: OpenApiDocuments
  /** The developer tools; absent outside development mode. */
  readonly devtools: Devtools | undefined
  /** A project's admin API, for holders of its keys; absent at the public origin, whose admin API has its own listener. */
  readonly projectAdmin: FetchHandler | undefined
  readonly pages: (request: Request, facts: RequestFacts) => Promise<Response>
}

const kibibyte = 1024

/** The addresses of the public origin: the first matching row answers. */
// prettier-ignore
export function routeTable(services: Services): readonly Route[] {
  const { health, locales, missingTexts, brandImages, assets, identity, openApi, devtools, projectAdmin } = services
  const pages = withWordsForMethods(services.pages)
  const devtoolsRoutes: readonly Route[] = devtools === undefined ? [] : [
    { name: 'devtools',   matches: isDevtools,     host: 'public', writes: 'own rule', maxBodyBytes: kibibyte,       compressed: true,  logLevel: 'debug', handle: devtools },
  ]
  const admin: readonly Route[] = projectAdmin === undefined ? [] : [
    { name: 'admin',    matches: below('/admin/'),   host: 'public', writes: 'own rule',  maxBodyBytes: 16_384 * kibibyte, compressed: false, logLevel: 'info', handle: projectAdmin, isForPrograms: true },
  ]
  return [
    { name: 'health',   matches: below('/health/'),  host: 'any',    writes: 'own rule',  maxBodyBytes: kibibyte,       compressed: false, logLevel: 'debug', handle: health, needsNothing: true },
    { name: 'locales',  matches: isFileOf(locales),  host: 'public', writes: 'own pages', maxBodyBytes: 0,              compressed: false, logLevel: 'debug', handle: filesOf(locales), needsNothing: true },
    { name: 'missing',  matches: below(missingTextsPath), host: 'public', writes: 'own pages', maxBodyBytes: 32 * kibibyte, compressed: false, logLevel: 'debug', handle: missingTexts },
    { name: 'brand',    matches: below(brandImagesPath), host: 'every',  writes: 'own pages', maxBodyBytes: 0,           compressed: false, logLevel: 'debug', handle: brandImages, needsNothing: true },
    { name: 'identity', matches: isIdentity,         host: 'public', writes: 'own rule',  maxBodyBytes: 512 * kibibyte, compressed: false, logLevel: 'info',  handle: identity, keepsOpener: true, isForPrograms: true },
    { name: 'documents', matches: openApi.matches,   host: 'public', writes: 'own rule',  maxBodyBytes: 0,              compressed: true,  logLevel: 'debug', handle: openApi.handle, isForPrograms: true },
    ...devtoolsRoutes,
    ...admin,
    { name: 'assets',   matches: isFileOf(assets),   host: 'every',  writes: 'own pages', maxBodyBytes: 0,              compressed: false, logLevel: 'debug', handle: filesOf(assets), needsNothing: true },
    unknownFiles,
    { name: 'pages',    matches: () => true,         host: 'public', writes: 'own pages', maxBodyBytes: 128 * kibibyte, compressed: true,  logLevel: 'info',  handle: pages },
  ]
}

function below(prefix: string): (asked: Asked) => boolean {
  return ({ pathname }) => pathname.startsWith(prefix)
}

function isDevtools({ pathname }: Asked): boolean {
  return pathname === '/dev' || pathname === '/dev.json' || pathname.startsWith('/dev/')
}

function isIdentity({ method, pathname, headers }: Asked): boolean {
  // A browser that opens /sessions wants the page, and so does its form: the API has no POST here.
  if (pathname === '/sessions') return isReading(method) ? !acceptsHtml(headers) : method !== 'POST'
  return identityPaths.includes(pathname) || identityPathPrefixes.some((prefix) => pathname.startsWith(prefix))
}

function isReading(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Returns a matcher of the paths for which a build has a file. */
export function isFileOf(files: StaticAssets): (asked: Asked) => boolean {
  return ({ pathname }) => files.has(pathname)
}

/** Serves the files of a build. */
export function filesOf(files: StaticAssets): FetchHandler {
  return async (request) => (await files.serve(request)) ?? new Response(null, { status: 404 })
}

// A page of ours for each missing script or catalogue would be slow, and wrong: no person would see it.
function isMissingFile({ method, pathname }: Asked): boolean {
  if (!isReading(method)) return false
  const isCatalogue = pathname.startsWith('/locales/') && !pathname.startsWith('/locales/add/')
  return pathname === '/favicon.ico' || pathname.startsWith('/assets/') || (isCatalogue && pathname.endsWith('.json'))
}

/** Answers requests for missing files. */
export const unknownFiles: Route = {
  name: 'unknown',
  matches: isMissingFile,
  host: 'public',
  writes: 'own pages',
  maxBodyBytes: 0,
  compressed: false,
  needsNothing: true,
  logLevel: 'debug',
  handle: missingFile,
}

async function missingFile(request: Request): Promise<Response> {
  // Browsers request it automatically, and report a 404 as an error of the page.
  if (new URL(request.url).pathname === '/favicon.ico') return new Response(null, { status: 204 })
  return new Response('Not found\n', { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
