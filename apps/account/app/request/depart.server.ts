import { redirectDocument } from 'react-router'
import { toDestination } from './destination.server.ts'
import type { PageRequest } from './page-request.ts'

/**
 * Redirects to an application, by way of the OAuth2 server, which may share an origin with these pages. After a form
 * that script did not send, the answer is a small page that redirects: see `completeResponse`.
 */
export function depart(page: PageRequest, to: string): Response {
  page.answer.departs = true
  return redirectDocument(toDestination(to, page.publicOrigin).to, 303)
}
