import type { FlowKind } from '@gatehouse/contract/flows'
import { createContext, type RouterContextProvider } from 'react-router'
import { knownAccounts } from '../identity/known-accounts.server.ts'
import { deliverDocument } from '../request/complete-response.server.ts'
import type { PageRequest } from '../request/page-request.ts'
import { rootDataOf } from '../request/root-data.server.ts'
import { stampedBy, stampedPages } from '../request/stamped-pages.server.ts'
import { type FlowPageContext, type Settled, startOrResume } from './start-flow.server.ts'
import { volatileValues } from './volatile-values.server.ts'

/** Pages whose forms are untouched look the same for every visitor. Those of the settings belong to one person. */
const untouchedPages: Readonly<Record<string, FlowKind>> = {
  '/login': 'login',
  '/registration': 'registration',
  '/recovery': 'recovery',
  '/verification': 'verification',
}

const startedFlow = createContext<Promise<Settled<FlowKind>> | null>(null)

/** The flow of the page, begun or read already. */
export function flowOfPage<K extends FlowKind>(
  flowPage: FlowPageContext<K>,
  context: Readonly<RouterContextProvider>,
): Promise<Settled<K>> {
  const started = context.get(startedFlow)
  // An address is that of one kind of flow.
  return started === null ? startOrResume(flowPage) : (started as Promise<Settled<K>>)
}

/**
 * Answers with a page that was drawn before, if there is one, found by everything it is drawn from: then nothing is
 * routed, drawn, translated or packed for script. Otherwise the flow that was begun for it is left to the loader
 * (`flowOfPage`), with whatever went wrong. Never rejects.
 */
export async function answerKnownPage(
  request: Request,
  page: PageRequest,
  context: RouterContextProvider,
): Promise<Response | undefined> {
  const url = new URL(request.url)
  const kind = untouchedPages[url.pathname]
  // Without its styles the page is one that is being developed.
  if (kind === undefined || page.method !== 'GET' || page.styles === undefined) return undefined
  // Its first screen is theirs alone.
  if (kind === 'login' && knownAccounts(page).length > 0) return undefined
  if (page.refusedRequest !== undefined || !unlikeAnythingElse.test(page.requestId)) return undefined
  const started = startOrResume({ kind, url, page })
  context.set(startedFlow, started)
  try {
    const drawn = await findDrawn(await started, url, page)
    return drawn && deliverDocument(page.answer, drawn, 200, new Headers())
  } catch {
    return undefined
  }
}

// Behind a proxy that lets it through, the id of a request is its visitor's choice. One that is the name of a script would
// cut that name out of the page, and the next visitor would get their own id instead.
const unlikeAnythingElse = /^[\da-f-]{32,36}$/i

async function findDrawn(settled: Settled<FlowKind>, url: URL, page: PageRequest) {
  if (settled.kind !== 'draw') return undefined
  const values = volatileValues(settled, [page.nonce, page.requestId])
  if (values === undefined) return undefined
  // The texts follow from the language and the brand.
  const { texts, ...root } = await rootDataOf(page, url.pathname)
  const stamped = stampedBy([url.href, page.brand.version, root, texts.reportMissing, settled], values)
  page.answer.stamped = stamped
  return stampedPages.find(stamped)
}
