import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createAdminClient } from '@gatehouse/client/admin-client'
import { createIdentityClient } from '@gatehouse/client/client'
import type { OAuth2AdminClient } from '@gatehouse/client/oauth2-client'
import { parseIdentityConfig } from '@gatehouse/identity/configuration'
import { createIdentityService } from '@gatehouse/identity/service'
import { openDatabase } from '@gatehouse/identity/database'
import { movableClock, type MovableClock } from '@gatehouse/testing/devices'
import { createVisitor, type Visitor } from '@gatehouse/testing/browser'
import { startMailbox, type Mailbox } from '@gatehouse/testing/receivers'
import type { ServerBuild } from 'react-router'
import { builtStyles } from './built-styles.ts'
import { type AccountHandler, createAccountHandler } from './handler.ts'
import type { AccountDeps } from './page-deps.ts'
import { createSentForms } from './sent-forms.ts'
import { identityFixture, origin } from './identity.fixture.ts'
import { createReader, type PageReader } from './page-reader.fixture.ts'

const built = new URL('../build/server/index.js', import.meta.url)

/** Whether the pages are built. Without a build there is nothing to test; `npm test` makes one. */
export const isBuilt: boolean = existsSync(built)

/** The account pages and a real identity service behind them, in this process and on one origin. */
export interface Site {
  readonly clock: MovableClock
  readonly mailbox: Mailbox
  /** Failures that the pages reported as unexpected. */
  readonly failures: readonly unknown[]
  /** Paths that the pages asked the service for. */
  readonly asked: readonly string[]
  /** The browser of a new visitor. */
  visit(): PageReader
  visitor(): Visitor
  /** The admin API of the identity service. */
  readonly admin: (request: Request) => Promise<Response>
  /** Takes the identity service away, or brings it back. */
  setReachable(reachable: boolean): void
  close(): Promise<void>
}

/** Options of a site that differ from the defaults. */
export interface SiteOptions {
  /** False: the service answers 404 to everything that is not on the wire of Ory Kratos. Default: true. */
  readonly ownCalls?: boolean
  /** Whether the pages have the admin API at hand. Default: false. */
  readonly adminApi?: boolean
  /** The admin API of an OAuth2 server. Default: there is none. */
  readonly oauth2?: OAuth2AdminClient
  /** Default: a name and nothing else. */
  readonly brand?: AccountDeps['brand']
}

/** Opens a site. `overrides` is merged into the identity service's configuration. */
export async function openSite(
  overrides: Readonly<Record<string, unknown>> = {},
  options: SiteOptions = {},
): Promise<Site> {
  const { ownCalls = true, adminApi = false, oauth2 } = options
  const clock = movableClock(Date.now())
  const mailbox = await startMailbox()
  const { config } = await parseIdentityConfig(identityFixture(mailbox.uri), { overrides })
  const service = createIdentityService({ config, database: openDatabase('memory'), clock })
  service.start()
  const failures: unknown[] = []
  const asked: string[] = []
  let reachable = true
  const reach = async (request: Request) => {
    if (!reachable) throw new TypeError('fetch failed')
    const { pathname } = new URL(request.url)
    asked.push(pathname)
    return pathname.startsWith('/self-service/gatehouse/') && !ownCalls
      ? service.fetch(new Request(`${origin}/nowhere`))
      : service.fetch(request)
  }
  const build: ServerBuild = await import(built.href)
  const deps: AccountDeps = {
    client: createIdentityClient({ baseUrl: origin, fetch: reach }),
    oauth2,
    adminClient: adminApi ? createAdminClient({ baseUrl: 'http://127.0.0.1:4434', fetch: service.admin }) : undefined,
    publicOrigin: origin,
    brand: options.brand ?? (() => ({ name: 'Northwind' })),
    dev: false,
    reportMissingTexts: false,
    rememberAccounts: true,
    secureCookies: false,
    sentForms: createSentForms(),
    onRefusedReturn: (reason) => `Told operators: ${reason}`,
    onError: (error) => failures.push(error),
  }
  const styles = builtStyles(build, fileURLToPath(new URL('../build/client', import.meta.url)))
  const handler = createAccountHandler(build, deps, styles)
  const send = (request: Request) => (isIdentity(request) ? service.fetch(request) : page(handler, request))
  return {
    clock,
    mailbox,
    failures,
    asked,
    admin: (request) => service.admin(request),
    visitor: () => createVisitor(send),
    visit: () => createReader(createVisitor(send)),
    setReachable: (next) => {
      reachable = next
    },
    close: async () => {
      await service.stop()
      await mailbox.close()
    },
  }
}

function isIdentity({ url }: Request): boolean {
  return /^\/(?:self-service|schemas)\//.test(new URL(url).pathname)
}

let counter = 0

function page(handler: AccountHandler, request: Request): Promise<Response> {
  counter += 1
  // As long as real ones, so that pages are remembered as they are in production.
  const nonce = `nonce${String(counter).padStart(16, '0')}`
  // A proxy in front may have passed on a visitor's own request id.
  const requestId = request.headers.get('X-Request-Id') ?? String(counter).padStart(32, '0')
  return handler(request, { nonce, requestId, clientAddress: '203.0.113.7' })
}
