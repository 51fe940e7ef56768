import type { FlowKind } from '@gatehouse/contract/flow'
import { localizeFlow } from '@gatehouse/i18n/localize'
import { data, redirect, redirectDocument, type RouterContextProvider } from 'react-router'
import { clientFailure, refused, unreachable } from '../failure/fail.server.ts'
import { reach } from '../failure/reach.server.ts'
import { isUnreachable } from '../failure/unreachable.ts'
import { depart } from '../request/depart.server.ts'
import { type PageRequest, pageRequestOf } from '../request/page-request.ts'
import { volatileValues } from '../request/volatile-values.server.ts'
import { type DrawnFlow, pack, type UndrawnFlow } from './drawn-flow.ts'
import { entryQuery, formAction } from './entry-query.ts'
import { forClient } from './for-client.server.ts'
import type { Notice } from './outcome.ts'
import { type Settled, startOrResume } from './start-flow.server.ts'
import { submitFlow } from './submit-flow.server.ts'
import { withoutSecrets } from './without-secrets.ts'

interface RouteArgs {
  readonly request: Request
  /** As the visitor sees it, without what script adds to it. */
  readonly url: URL
  readonly context: Readonly<RouterContextProvider>
}

/** The loader of a flow's page. Null after a submit without script: then the action has drawn the page already. */
export async function loadFlow<K extends FlowKind>(kind: K, { url, context }: RouteArgs) {
  const page = pageRequestOf(context)
  if (page.method === 'POST' && !page.dataOnly) return null
  const place = { kind, url, page }
  const settled = await reach(page, startAgain(place.url), () => startOrResume(place))
  const drawn = draw(settled, place)
  page.answer.volatile = volatileValues(drawn, [page.nonce, page.requestId])
  return data(pack(drawn), { status: 200 })
}

/** The action of a flow's page. */
export async function actOnFlow<K extends FlowKind>(kind: K, { request, url, context }: RouteArgs) {
  const page = pageRequestOf(context)
  const place = { kind, url, page }
  try {
    const settled = await submitFlow(place, request)
    return data(draw(settled, place), { status: settled.kind === 'draw' ? settled.status : 200 })
  } catch (error) {
    if (!isUnreachable(error)) throw error
    page.onError(error, page.requestId)
    const away = unreachable(page, `${place.url.pathname}${place.url.search}`)
    if (!page.dataOnly) throw away
    const undrawn: UndrawnFlow = { notice: say('unavailable', page) }
    return data(undrawn, { status: 503 })
  }
}

function draw<K extends FlowKind>(
  settled: Settled<K>,
  { url, page }: { readonly url: URL; readonly page: PageRequest },
): DrawnFlow<K> {
  switch (settled.kind) {
    case 'draw': {
      const flow = withoutSecrets(localizeFlow(settled.flow, page.t))
      const action = formAction(url, flow)
      const drawn = { flow, action, failed: settled.status >= 400, ...forClient(settled.flow, page) }
      return settled.notice === undefined ? drawn : { ...drawn, notice: say(settled.notice, page) }
    }
    case 'go':
      // 303: whatever was asked with, the target is to be read.
      if (settled.document && url.searchParams.has('login_challenge')) throw depart(page, settled.to)
      throw settled.document ? redirectDocument(settled.to, 303) : redirect(settled.to, 303)
    case 'refuse':
      if (
        settled.status === 400 &&
        url.searchParams.has('login_challenge') &&
        settled.envelope.error.id === undefined
      ) {
        throw clientFailure(page, 'over', { reason: settled.envelope.error.reason })
      }
      throw refused(page, settled.envelope, settled.status, startAgain(url))
    default:
      return settled satisfies never
  }
}

function say(id: Notice, { t, brand }: PageRequest): { readonly id: Notice; readonly text: string } {
  return { id, text: t(`error:notice.${id}`, { brand: brand.name }) }
}

/** The same page from the start: without the flow, and without a way back that may be what was refused. */
function startAgain(url: URL): string {
  const query = entryQuery(url)
  query.delete('return_to')
  return query.size === 0 ? url.pathname : `${url.pathname}?${query}`
}
