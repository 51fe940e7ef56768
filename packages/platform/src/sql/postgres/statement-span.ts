import { currentTrace, inSpan, keepsSpans } from '../../traces/spans.ts'

/** Runs a statement outside any unit as a span of its request. The statement's text has no values. */
export function statementSpan<T>(text: string, query: () => Promise<T>): Promise<T> {
  if (!keepsSpans() || currentTrace() === undefined) return query()
  const operation = /^\w+/.exec(text)?.[0] ?? 'statement'
  const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': text }
  return inSpan({ name: operation, kind: 'client', attributes }, query)
}
