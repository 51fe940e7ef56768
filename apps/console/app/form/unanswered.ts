import { data, type DataStrategyResult, isRouteErrorResponse } from 'react-router'
import { parseFailure } from '../failure/failure.ts'
import type { FaultyForm } from './faults.ts'

/** The results of a request, by the route's id. */
type Results = Readonly<Record<string, DataStrategyResult>>

/**
 * Keeps the page of a form if its request failed: with a message above the form, instead of a page that replaces the
 * form and its input. `sent`: the form, if it was one. A form that shows no messages gets the page.
 */
export async function keepUnanswered(
  results: Results,
  sent: Request | undefined,
): Promise<Record<string, DataStrategyResult>> {
  const failed = Object.values(results).find(({ type }) => type === 'error')
  const intent = failed === undefined ? undefined : await intentOf(sent)
  const answer = intent === undefined ? undefined : faultyForm(thrownIn(failed?.result), intent)
  if (answer === undefined || !isShown(answer.intent)) return { ...results }
  const kept = Object.entries(results).map(([id, result]) =>
    result === failed ? ([id, { type: 'data', result: data(answer, 503) }] as const) : ([id, result] as const),
  )
  return Object.fromEntries(kept)
}

async function intentOf(sent: Request | undefined): Promise<string | undefined> {
  const intent = (await sent?.formData().catch(() => undefined))?.get('intent')
  return typeof intent === 'string' ? intent : undefined
}

/** The router wraps what is no answer of the server. */
function thrownIn(result: unknown): unknown {
  return typeof result === 'object' && result !== null && 'init' in result && 'data' in result ? result.data : result
}

function isShown(intent: string): boolean {
  return document.querySelector(`form[data-shows-faults][data-intent="${CSS.escape(intent)}"]`) !== null
}

/** Returns the answer for an error; undefined for one that is no failure of the network or the server. */
function faultyForm(error: unknown, intent: string): FaultyForm | undefined {
  const unanswered = { kind: 'faulty', intent, faults: { fields: {} }, typed: {}, isUnanswered: true } as const
  // The browser's for a request without an answer.
  if (error instanceof TypeError) return unanswered
  if (!isRouteErrorResponse(error) || error.status < 500) return undefined
  const failure = parseFailure(error.data)
  return failure === undefined
    ? unanswered
    : { ...unanswered, isUnanswered: false, faults: { fields: { '': failure.text } } }
}
