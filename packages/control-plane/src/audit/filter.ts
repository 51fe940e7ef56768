import { RefusalError } from '../http/answer.ts'
import type { AuditFilter } from './store.ts'

/** Reads `operation`, `actor`, `from` and `to` (RFC 3339, or a day). Refuses with 400 what is no moment. */
export function filterOf(query: URLSearchParams): AuditFilter {
  return {
    operation: query.get('operation') || undefined,
    actor: query.get('actor') || undefined,
    from: momentOf(query, 'from'),
    to: momentOf(query, 'to'),
  }
}

const day = /^\d{4}-\d\d-\d\d$/
const dayMs = 24 * 60 * 60_000

function momentOf(query: URLSearchParams, name: 'from' | 'to'): number | undefined {
  const value = query.get(name) ?? ''
  if (value === '') return undefined
  const at = Date.parse(value)
  if (!/^\d{4}-\d\d-\d\d/.test(value) || Number.isNaN(at)) {
    throw new RefusalError({
      code: 400,
      reason: `"${name}" has to be a day such as 2026-11-30, or a moment (RFC 3339).`,
    })
  }
  // A day that is named as the last one counts until its end.
  return name === 'to' && day.test(value) ? at + dayMs : at
}
