import type { FlowKind } from '@gatehouse/contract/flow'
import { rootDataOf } from '../request/root-data.server.ts'
import { stampedBy, stampedPages } from '../request/stamped-pages.server.ts'
import { volatileValues } from '../request/volatile-values.server.ts'
import type { FlowPlace, Settled } from './start-flow.server.ts'

// Behind a proxy that lets it through, the id of a request is its visitor's choice. One that is the name of a script would
// cut that name out of the page, and the next visitor would get their own id in its place.
const unlikeAnythingElse = /^[\da-f-]{32,36}$/i

/**
 * Looks for the page of an untouched flow among those that were drawn before, by everything it is drawn from. True where
 * it is there: then nothing needs to be drawn, translated or packed for script.
 */
export async function isKnownPage<K extends FlowKind>(
  settled: Settled<K>,
  visited: string,
  { url, page }: FlowPlace<K>,
): Promise<boolean> {
  // Without its styles the page is one that is being developed.
  if (settled.kind !== 'draw' || page.method !== 'GET' || page.dataOnly || page.styles === undefined) return false
  if (!unlikeAnythingElse.test(page.requestId)) return false
  const values = volatileValues(settled, [page.nonce, page.requestId])
  if (values === undefined) return false
  // The texts follow from the language and the brand.
  const { texts, ...root } = await rootDataOf(page, url.pathname)
  const stamped = stampedBy([visited, page.brand.version, root, texts.reportMissing, settled], values)
  page.answer.stamped = stamped
  page.answer.known = stampedPages.find(stamped)
  return page.answer.known !== undefined
}
