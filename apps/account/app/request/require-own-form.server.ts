import { foreignForm } from './fail.server.ts'
import type { PageRequest } from './page-request.ts'

/**
 * Protects forms without an anti-CSRF token of a flow: refuses a form of another site, and one of an unknown source.
 * `again` is the page that has the form.
 */
export function requireOwnForm(page: PageRequest, again: string): void {
  if (page.source !== 'own') throw foreignForm(page, again)
}
