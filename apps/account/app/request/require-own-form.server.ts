import { foreignForm } from './fail.server.ts'
import type { PageRequest } from './page-request.ts'

/**
 * For forms that carry no anti-CSRF token of a flow: refuses what another site sent, and what does not say where it
 * comes from. `again` is the page that has the form.
 */
export function requireOwnForm(page: PageRequest, again: string): void {
  if (page.source !== 'own') throw foreignForm(page, again)
}
