import { hash } from 'node:crypto'
import type { FlowKind } from '@gatehouse/contract/flows'
import { parseCookie } from 'cookie'
import { LRUCache } from 'lru-cache'
import type { PageRequest } from '../request/page-request.ts'
import type { FlowPageContext, Settled } from './start-flow.server.ts'

/** Milliseconds after its answer in which a form that comes again counts as the same press of a button. */
const sameMoment = 10_000

/** The form that was sent last for a flow. Of what it held and of the cookies beside it, digests are kept. */
interface Sent {
  readonly form: string
  readonly cookies: string
  /** Never rejects. Undefined where the form did not lead on, and may be sent anew. */
  readonly answer: Promise<Redirected | undefined>
}

/** The result of a form that ended in a redirect. */
interface Redirected {
  readonly settled: Extract<Settled<FlowKind>, { kind: 'go' }>
  readonly setCookie: readonly string[]
  /** The cookies of a browser that took the answer. */
  readonly cookies: string
}

/** By flow; as many as may be under way and just over. */
const lastSent = new LRUCache<string, Sent>({ max: 2_000 })

/**
 * Submits a form, unless it was submitted just now. Without script a second click sends a form again, and the browser
 * gives up the first answer for the second; but what the first has finished is finished ("there is an account already",
 * "this code was used"). So the second is answered as the first was.
 *
 * It is the same press where the browser and every field are the same: password or code, anti-CSRF token, and the
 * cookies, be it those of before or those that the first answer set. Settings are submitted each time: there the same
 * may be meant again.
 */
export async function submitOnce<K extends FlowKind>(
  { kind, url, page }: FlowPageContext<K>,
  typed: URLSearchParams,
  submit: () => Promise<Settled<K>>,
): Promise<Settled<K>> {
  const flow = url.searchParams.get('flow') ?? ''
  if (flow === '' || kind === 'settings' || page.source === 'foreign') return submit()

  const form = hash('sha256', JSON.stringify([url.href, typed.toString()]))
  const cookies = cookiesOf(page)
  const before = lastSent.get(flow)
  if (before?.form === form) {
    const answer = await before.answer
    if (answer !== undefined && (cookies === before.cookies || cookies === answer.cookies)) {
      page.answer.setCookie.push(...answer.setCookie)
      return answer.settled
    }
  }

  const submitted = submit()
  const sent: Sent = { form, cookies, answer: submitted.then((settled) => redirected(settled, page), nowhere) }
  lastSent.set(flow, sent)
  const forget = () => {
    if (lastSent.peek(flow) === sent) lastSent.delete(flow)
  }
  // An answer may hold a session: it is kept for as long as a browser may take to send a second click.
  if ((await sent.answer) === undefined) forget()
  else setTimeout(forget, sameMoment).unref()
  return submitted
}

function redirected(settled: Settled<FlowKind>, page: PageRequest): Redirected | undefined {
  if (settled.kind !== 'go') return undefined
  return { settled, setCookie: [...page.answer.setCookie], cookies: cookiesOf(page) }
}

const nowhere = () => undefined

/** A digest of what the browser sends, and of what has been set since; their order says nothing. */
function cookiesOf({ credentials }: PageRequest): string {
  const pairs = Object.entries(parseCookie(credentials().cookie ?? ''))
  return hash('sha256', JSON.stringify(pairs.toSorted(([one], [other]) => (one < other ? -1 : 1))))
}
