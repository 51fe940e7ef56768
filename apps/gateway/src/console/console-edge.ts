import type { IdentityClient } from '@gatehouse/client/client'
import type { Config } from '@gatehouse/config/config'
import type { ConsoleDeps } from '@gatehouse/console/page-deps'
import { controlPlaneDocument, identityDocument } from '@gatehouse/contract/openapi'
import type { ControlPlane } from '@gatehouse/control-plane/service'
import { acceptsHtml, proxyTrust } from '@gatehouse/http/requests'
import type { FetchHandler } from '@gatehouse/http/handler'
import type { StaticAssets } from '@gatehouse/http/assets'
import type { Pages } from '../edge/account-pages.ts'
import { createEdge, type Edge } from '../edge/edge.ts'
import type { Log } from '@gatehouse/platform/log'
import type { Metrics } from '../metrics/metrics.ts'
import type { Asked, Route } from '../edge/route.ts'
import { withWordsForMethods } from '../edge/refused-method.ts'
import { filesOf, isFileOf, unknownFiles } from '../sites/routes.ts'
import { consoleLocales } from './console-locales.ts'
import type { OpenConsole } from './console-pages.ts'
import { identityDocumentPath, openApiDocuments, type OpenApiDocuments } from '../sites/openapi.ts'

/** The parts of the console's origin. */
export interface ConsoleParts {
  readonly config: Config
  readonly log: Log
  readonly health: FetchHandler
  readonly controlPlane: ControlPlane
  /** The identity service that operators sign in with. */
  readonly client: IdentityClient
  /** Mails a person an invitation; false if no mail server is configured. */
  readonly inviteOperator: ConsoleDeps['inviteOperator']
  readonly openConsole: OpenConsole
  readonly metrics: Pick<Metrics, 'request'>
  /** Returns whether the process is fenced and serves nothing. */
  readonly isFenced: () => boolean
}

const kibibyte = 1024
/** A file of 32 MiB, and the form around it with a mebibyte of pasted text. */
const importBytes = 34 * kibibyte * kibibyte
/** The size of two pictures, two logos, an icon and a font at their limits, with the form's other fields. */
const brandingBytes = 4 * kibibyte * kibibyte

/** Creates the edge of the console's origin. */
export async function createConsoleEdge(parts: ConsoleParts): Promise<Edge> {
  const { config, log, health, controlPlane, client, inviteOperator, openConsole, metrics, isFenced } = parts
  const { consoleUrl, publicUrl } = config
  const isHttps = consoleUrl.protocol === 'https:'
  const pages = await openConsole({
    client,
    inviteOperator,
    controlPlane,
    publicOrigin: consoleUrl.origin,
    accountUrl: publicUrl.origin,
    brand: { name: config.brandName },
    dev: config.dev,
    secureCookies: isHttps,
    onError: (error, requestId) => log.error({ err: error, requestId }, 'page of the console failed'),
  })
  return createEdge({
    publicUrl: consoleUrl,
    proxies: proxyTrust(config.trustedProxies),
    permanentOrigin: isHttps,
    isFenced,
    routes: consoleRoutes({
      health,
      controlPlane: (request) => controlPlane.fetch(request),
      documents: openApiDocuments({
        '/openapi.json': () => controlPlaneDocument(consoleUrl.origin),
        [identityDocumentPath]: () => identityDocument(publicUrl.origin),
      }),
      locales: consoleLocales(),
      pages,
    }),
    log,
    count: metrics.request,
    drawRefusal: pages.drawRefusal,
    // Frames of this origin are previews of a project's pages and mails, whose policy allows only pages of this origin
    // to frame them.
    cspAdditions: { frame: ["'self'"] },
  })
}

/** The services behind the console's origin. */
export interface ConsoleServices {
  readonly health: FetchHandler
  readonly controlPlane: FetchHandler
  readonly documents: OpenApiDocuments
  /** The catalogues that script loads. */
  readonly locales: StaticAssets
  readonly pages: Pages
}

/** The addresses of the console's origin: the first matching row answers. */
// prettier-ignore
export function consoleRoutes({ health, controlPlane, documents, locales, pages }: ConsoleServices): readonly Route[] {
  const { assets } = pages
  const handle = withWordsForMethods(pages.handle)
  return [
    { name: 'health',        matches: ({ pathname }) => pathname.startsWith('/health/'), host: 'any',    writes: 'own rule',  maxBodyBytes: kibibyte,         compressed: false, logLevel: 'debug', handle: health, needsNothing: true },
    { name: 'import by key', matches: isImportByKey,                                     host: 'public', writes: 'own rule',  maxBodyBytes: importBytes,      compressed: true,  logLevel: 'info',  handle: controlPlane },
    { name: 'control plane', matches: isControlPlane,                                    host: 'public', writes: 'own rule',  maxBodyBytes: 1_024 * kibibyte, compressed: true,  logLevel: 'info',  handle: controlPlane },
    { name: 'documents',     matches: documents.matches,                                 host: 'public', writes: 'own pages', maxBodyBytes: 0,                compressed: true,  logLevel: 'debug', handle: documents.handle },
    { name: 'locales',       matches: isFileOf(locales),                                 host: 'public', writes: 'own pages', maxBodyBytes: 0,                compressed: true,  logLevel: 'debug', handle: filesOf(locales), needsNothing: true },
    { name: 'assets',        matches: isFileOf(assets),                                  host: 'every',  writes: 'own pages', maxBodyBytes: 0,                compressed: false, logLevel: 'debug', handle: filesOf(assets), needsNothing: true },
    unknownFiles,
    { name: 'no stream',     matches: isStreamAsData,                                    host: 'public', writes: 'own pages', maxBodyBytes: 0,                compressed: false, logLevel: 'debug', handle: refuseStreamAsData },
    { name: 'import',        matches: isImport,                                          host: 'public', writes: 'own pages', maxBodyBytes: importBytes,      compressed: true,  logLevel: 'info',  handle },
    { name: 'branding',      matches: isBrandingForm,                                    host: 'public', writes: 'own pages', maxBodyBytes: brandingBytes,    compressed: true,  logLevel: 'info',  handle },
    { name: 'console',       matches: () => true,                                        host: 'public', writes: 'own pages', maxBodyBytes: 1_024 * kibibyte, compressed: true,  logLevel: 'info',  handle },
  ]
}

/** A brand with its pictures and its font. */
function isBrandingForm({ method, pathname }: Asked): boolean {
  return method === 'POST' && /^\/w\/[^/]+\/p\/[^/]+\/branding(?:\.data)?$/.test(pathname)
}

/** Returns whether a request uploads a file of people. The page checks the role before it reads any of it. */
function isImport({ method, pathname }: Asked): boolean {
  return method === 'POST' && /^\/w\/[^/]+\/p\/[^/]+\/people\/import(?:\.data)?$/.test(pathname)
}

/** The same at the control plane. Its permissions are asked before it reads any of it. */
function isImportByKey(asked: Asked): boolean {
  return asked.method === 'POST' && /^\/projects\/[^/]+\/imports$/.test(asked.pathname) && isControlPlane(asked)
}

/** A live tail has no end, so it cannot be a page's data: React Router would gather it in memory for as long as it lasts. */
function isStreamAsData({ pathname }: Asked): boolean {
  return pathname.endsWith('/events/tail.data')
}

async function refuseStreamAsData(): Promise<Response> {
  const text =
    'Events are no data of a page. Ask for the same address without .data: it is a stream of server-sent events.\n'
  return new Response(text, { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}

/** The control plane's paths, unless a browser wants a page there: its requests carry no key. */
function isControlPlane({ pathname, headers }: Asked): boolean {
  if (acceptsHtml(headers) && !headers.has('authorization')) return false
  return /^\/(?:projects|workspaces|invites)(?:\/|$)|^\/onboarding\/(?:organization|connection)(?:\/|$)/.test(pathname)
}
