import type { AdminClient } from '@gatehouse/client/admin-client'
import { isLoopbackHost } from '@gatehouse/config/config'
import { checkSameOrigin } from '@gatehouse/http/requests'
import type { InspectedFlow } from '@gatehouse/identity/service'
import type { RequestFacts } from '../edge/route.ts'
import type { Finding } from '../process/finding.ts'
import { checksPage } from './checks-page.ts'
import { openDocs } from './docs-pages.ts'
import { clockFacts, clockPage, moveClock } from './clock-page.ts'
import type { MovableClock } from './movable-clock.ts'
import type { DevtoolsPath } from './devtools-page.ts'
import { armFault, faultsPage } from './faults-page.ts'
import type { Faults } from './faults.ts'
import { flowListPage, flowPage, type DrawnPage } from './flow-page.ts'
import type { History } from './history.ts'
import { inboxPage } from './inbox-page.ts'
import { indexPage } from './index-page.ts'
import type { Preview } from './preview/open-preview.ts'
import { toMail, type Mail } from './mail.ts'

/** The parts behind the developer tools. A part that is absent has no page. */
export interface DevtoolsParts {
  readonly publicUrl: URL
  readonly faults: Faults
  /** The folder of the built documentation. */
  readonly docsFolder: string
  readonly history: History
  /** Returns the installation's findings; absent: another project than the first. */
  readonly findings: (() => Promise<readonly Finding[]>) | undefined
  /** The API that lists the sent messages. */
  readonly admin: AdminClient | undefined
  /** The clock of the embedded identity service. */
  readonly clock: MovableClock | undefined
  /** The pages with their brand. */
  readonly preview: Preview | undefined
  readonly inspectFlow: ((id: string) => Promise<InspectedFlow | undefined>) | undefined
}

/** Draws a page as the visitor of a request would see it. */
export type DrawPage = (path: string, headers: Headers, facts: RequestFacts) => Promise<DrawnPage>

/** The pages of the developer tools, once there are pages to draw. */
export type Devtools = (request: Request, facts: RequestFacts) => Promise<Response>

interface Call {
  readonly request: Request
  readonly facts: RequestFacts
  readonly query: URLSearchParams
  readonly json: boolean
}
type Show = (call: Call) => Promise<Response>
type Change = (fields: ReadonlyMap<string, unknown>) => string | undefined

/**
 * The developer tools: `/dev` and everything below it. Only this machine may reach them, so a gateway
 * has them in development mode alone, and they refuse to exist at an origin that others reach.
 */
export function createDevtools(parts: DevtoolsParts, drawPage: DrawPage): Devtools {
  const { publicUrl, faults, clock } = parts
  if (!isLoopbackHost(publicUrl.hostname)) {
    throw new Error(`The developer tools must not be at ${publicUrl.origin}, which others can reach`)
  }
  const docs = openDocs(parts.docsFolder)
  const pages = pagesOf(parts)
  const shows: Readonly<Record<string, Show>> = {
    ...showsOf(parts, pages, drawPage),
    '/dev/docs': async ({ json }) =>
      json ? Response.json({ built: await docs.isBuilt() }) : redirected('/dev/docs/', 307),
  }
  const changes: Readonly<Record<string, Change>> = {
    '/dev/faults': (fields) => armFault(faults, fields),
    ...(clock && { '/dev/clock': (fields) => moveClock(clock, fields) }),
  }
  return async (request, facts) => {
    const { pathname, searchParams: query } = new URL(request.url)
    if (pathname.startsWith('/dev/docs/')) return docs.show(request, pages)
    const json = pathname.endsWith('.json')
    const page = pathname.replace(/\.json$/, '').replace(/(?<=.)\/$/, '')
    const show = Object.hasOwn(shows, page) ? shows[page] : undefined
    const change = Object.hasOwn(changes, page) ? changes[page] : undefined
    if (show === undefined) return plain(404, 'There is no such page in the developer tools.')
    if (request.method === 'GET' || request.method === 'HEAD') return show({ request, facts, query, json })
    if (change === undefined || request.method !== 'POST') {
      const allow = change === undefined ? 'GET, HEAD' : 'GET, HEAD, POST'
      return plain(405, 'This page of the developer tools is not changed like that.', { allow })
    }
    return apply(change, request, publicUrl, page, () => show({ request, facts, query, json: true }))
  }
}

/** Returns the pages that exist here. */
function pagesOf({ admin, clock, findings, inspectFlow, preview }: DevtoolsParts): readonly DevtoolsPath[] {
  return [
    ...(admin ? (['/dev/inbox'] as const) : []),
    ...(inspectFlow ? (['/dev/flow'] as const) : []),
    '/dev/faults',
    ...(findings ? (['/dev/checks'] as const) : []),
    ...(clock ? (['/dev/clock'] as const) : []),
    ...(preview ? (['/dev/preview'] as const) : []),
    '/dev/docs',
  ]
}

function showsOf(
  parts: DevtoolsParts,
  pages: readonly DevtoolsPath[],
  drawPage: DrawPage,
): Readonly<Record<string, Show>> {
  const { admin, clock, faults, findings, history, inspectFlow, preview } = parts
  return {
    '/dev': async ({ json }) => (json ? Response.json(pages) : indexPage(pages)),
    '/dev/faults': async ({ json }) => (json ? Response.json(faults.armed()) : faultsPage(faults, pages)),
    ...(findings && {
      '/dev/checks': async ({ json }) => (json ? Response.json(await findings()) : checksPage(await findings(), pages)),
    }),
    ...(admin && {
      '/dev/inbox': async ({ query, json }) => {
        const mails = await readMails(admin, recipientOf(query))
        if (mails === undefined) return plain(502, 'The admin API did not hand out its messages.')
        return json ? Response.json(mails) : inboxPage(mails, recipientOf(query), pages)
      },
    }),
    ...(clock && {
      '/dev/clock': async ({ json }) => (json ? Response.json(clockFacts(clock)) : clockPage(clock, pages)),
    }),
    ...(preview && {
      '/dev/preview': ({ facts, query, json }) => preview(query, facts, json ? 'json' : 'page', pages),
      '/dev/preview.yml': ({ facts, query }) => preview(query, facts, 'yml', pages),
    }),
    ...(inspectFlow && {
      '/dev/flow': async ({ request, facts, query, json }) => {
        const id = query.get('id')?.trim() ?? ''
        const flow = id === '' ? undefined : await inspectFlow(id)
        if (flow === undefined) {
          if (json && id !== '') return Response.json({ error: 'There is no such flow.' }, { status: 404 })
          if (json) return Response.json(history.recent())
          return flowListPage({ history, pages }, id === '' ? undefined : id)
        }
        if (json) return Response.json({ ...flow, history: history.of(flow.id) })
        const drawn = await drawPage(`/${flow.kind}?flow=${flow.id}`, request.headers, facts)
        // A visitor who may not see this flow gets a new one.
        return flowPage(flow, drawn.html.includes(flow.id) ? drawn : undefined, { history, pages })
      },
    }),
  }
}

async function apply(
  change: Change,
  request: Request,
  publicUrl: URL,
  page: string,
  show: () => Promise<Response>,
): Promise<Response> {
  const isJson = request.headers.get('content-type')?.startsWith('application/json') === true
  // A page of another site cannot send JSON here: its browser would ask first, and be refused.
  const isProgram = isJson && !request.headers.has('origin') && !request.headers.has('sec-fetch-site')
  const verdict = checkSameOrigin('POST', request.headers, publicUrl)
  if (!isProgram && verdict.kind !== 'allowed') return plain(403, `${verdict.reason} Programs send JSON.`)
  const fields = readFields(await request.text(), isJson)
  const wrong = fields === undefined ? 'The body has to be an object in JSON, or a form.' : change(fields)
  if (wrong !== undefined) return isJson ? Response.json({ error: wrong }, { status: 400 }) : plain(400, wrong)
  return isJson ? show() : redirected(page, 303)
}

function redirected(location: string, status: 303 | 307): Response {
  return new Response(null, { status, headers: { location } })
}

function readFields(text: string, isJson: boolean): ReadonlyMap<string, unknown> | undefined {
  if (!isJson) return new Map(new URLSearchParams(text))
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? new Map(Object.entries(value))
      : undefined
  } catch {
    return undefined
  }
}

function recipientOf(query: URLSearchParams): string | undefined {
  const to = query.get('to')?.trim() ?? ''
  return to === '' ? undefined : to
}

async function readMails(admin: AdminClient, to: string | undefined): Promise<readonly Mail[] | undefined> {
  const answer = await admin.listCourierMessages({ page_size: 100, recipient: to })
  return answer.kind === 'ok' ? answer.body.map(toMail) : undefined
}

function plain(status: number, text: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(`${text}\n`, { status, headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' } })
}
