import { hash } from 'node:crypto'
import type { FlowKind } from '@gatehouse/contract/flows'
import { parseCookie } from 'cookie'
import type { FormAnswer } from '../../src/sent-forms.ts'
import type { PageRequest } from '../request/page-request.ts'
import type { FlowPageContext, Settled } from './start-flow.server.ts'

/**
 * Submits a form, unless it was submitted just now. Without script a second click sends a form again, and the browser
 * drops the first answer for the second; but the first submit has taken effect ("there is an account already", "this
 * code was used"). So the second is answered as the first was.
 *
 * It is the same press if the browser and every field are the same: password or code, anti-CSRF token, and the cookies,
 * either those of before or those that the first answer set. Settings are submitted each time: a person may mean the
 * same again.
 */
export async function submitOnce<K extends FlowKind>(
  { kind, url, page }: FlowPageContext<K>,
  typed: URLSearchParams,
  submit: () => Promise<Settled<K>>,
): Promise<Settled<K>> {
  const flow = url.searchParams.get('flow') ?? ''
  if (flow === '' || kind === 'settings' || page.source === 'foreign') return submit()

  const form = hash('sha256', JSON.stringify([url.href, typed.toString()]))
  const begun = await page.sentForms.begin({ flow, form, cookies: cookiesOf(page) })
  if (begun.kind === 'answered') {
    const { setCookie, to, document } = begun.answer
    page.answer.setCookie.push(...setCookie)
    return { kind: 'go', to, document }
  }
  let answer: FormAnswer | undefined
  try {
    const settled = await submit()
    answer = redirected(settled, page)
    return settled
  } finally {
    page.sentForms.end(begun.turn, answer)
  }
}

function redirected(settled: Settled<FlowKind>, page: PageRequest): FormAnswer | undefined {
  if (settled.kind !== 'go') return undefined
  const { to, document } = settled
  return { to, document, setCookie: [...page.answer.setCookie], cookies: cookiesOf(page) }
}

/** Returns a digest of the browser's cookies, and of those that were set since; their order has no effect. */
function cookiesOf({ credentials }: PageRequest): string {
  const pairs = Object.entries(parseCookie(credentials().cookie ?? ''))
  return hash('sha256', JSON.stringify(pairs.toSorted(([one], [other]) => (one < other ? -1 : 1))))
}
