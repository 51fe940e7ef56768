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
  const answer = failed === undefined || sent === undefined ? undefined : await answerFor(thrownIn(failed.result), sent)
  if (answer === undefined) return { ...results }
  const kept = Object.entries(results).map(([id, result]) =>
    result === failed ? ([id, { type: 'data', result: data(answer, 503) }] as const) : ([id, result] as const),
  )
  return Object.fromEntries(kept)
}

/** Returns the answer for an error; undefined if its form shows none, or it is no failure of the network or the server. */
async function answerFor(error: unknown, sent: Request): Promise<FaultyForm | undefined> {
  const fields = await sent.formData()
  const intent = fields.get('intent')
  if (typeof intent !== 'string') return undefined
  const form = document.querySelector(`form[data-shows-faults][data-intent="${CSS.escape(intent)}"]`)
  if (form === null) return undefined
  const isSecret = (name: string) => form.querySelector(`[type=password][name="${CSS.escape(name)}"]`) !== null
  const typed = [...fields].flatMap(([name, value]) =>
    typeof value === 'string' && !isSecret(name) ? [[name, value] as const] : [],
  )
  return faultyForm(error, { kind: 'faulty', intent, typed: Object.fromEntries(typed) })
}

/** The router wraps what is no answer of the server. */
function thrownIn(result: unknown): unknown {
  return typeof result === 'object' && result !== null && 'init' in result && 'data' in result ? result.data : result
}

function faultyForm(error: unknown, form: Omit<FaultyForm, 'faults'>): FaultyForm | undefined {
  const unanswered = { ...form, faults: { fields: {} }, isUnanswered: true }
  // The browser's for a request without an answer.
  if (error instanceof TypeError) return unanswered
  if (!isRouteErrorResponse(error) || error.status < 500) return undefined
  const failure = parseFailure(error.data)
  return failure === undefined ? unanswered : { ...form, faults: { fields: { '': failure.text } } }
}
