import type { Config } from '@gatehouse/config/config'
import type { ControlPlane } from '@gatehouse/control-plane/service'
import { acceptsHtml } from '@gatehouse/http/accepts'
import type { FetchHandler } from '@gatehouse/http/fetch-handler'
import { selfContainedPage } from '@gatehouse/http/self-contained-page'
import { html } from 'hono/html'
import { createEdge, type Edge } from '../edge.ts'
import type { Log } from '../log.ts'
import type { Asked, Route } from '../route.ts'

/** What answers at the console's origin. */
export interface ConsoleParts {
  readonly config: Config
  readonly log: Log
  readonly health: FetchHandler
  readonly controlPlane: Pick<ControlPlane, 'fetch'>
}

const kibibyte = 1024

/** Makes the way in to the console's origin. */
export function createConsoleEdge({ config, log, health, controlPlane }: ConsoleParts): Edge {
  const { consoleUrl, trustedHops } = config
  return createEdge({
    publicUrl: consoleUrl,
    trustedHops,
    permanentOrigin: consoleUrl.protocol === 'https:',
    routes: consoleRoutes({ health, controlPlane: (request) => controlPlane.fetch(request), pages: notBuilt }),
    log,
  })
}

interface ConsoleServices {
  readonly health: FetchHandler
  readonly controlPlane: FetchHandler
  /** The console's pages. */
  readonly pages: FetchHandler
}

/** Every address of the console's origin: the first row that matches answers. */
// prettier-ignore
function consoleRoutes({ health, controlPlane, pages }: ConsoleServices): readonly Route[] {
  return [
    { name: 'health',        matches: ({ pathname }) => pathname.startsWith('/health/'), host: 'any',    writes: 'own rule',  maxBodyBytes: kibibyte,         compressed: false, logLevel: 'debug', handle: health },
    { name: 'control plane', matches: isControlPlane,                                    host: 'public', writes: 'own rule',  maxBodyBytes: 1_024 * kibibyte, compressed: true,  logLevel: 'info',  handle: controlPlane },
    { name: 'console',       matches: () => true,                                        host: 'public', writes: 'own pages', maxBodyBytes: 128 * kibibyte,   compressed: true,  logLevel: 'info',  handle: pages },
  ]
}

/** The control plane's paths, unless a browser wants a page there: its requests carry no key. */
function isControlPlane({ pathname, headers }: Asked): boolean {
  if (acceptsHtml(headers) && !headers.has('authorization')) return false
  return /^\/(?:projects|workspaces|invites)(?:\/|$)/.test(pathname)
}

function notBuilt(): Promise<Response> {
  return selfContainedPage({
    title: 'The console is not built',
    status: 503,
    body: html`<main class="narrow card">
      <h1>The console is not built</h1>
      <p>Its pages are missing from this installation. The control plane’s API answers at this address.</p>
    </main>`,
  })
}
