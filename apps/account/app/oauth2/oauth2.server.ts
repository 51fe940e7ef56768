import type { OAuth2AdminClient, OAuth2Answer } from '@gatehouse/client/oauth2-client'
import { clientFailure } from '../request/fail.server.ts'
import type { PageRequest } from '../request/page-request.ts'

/** Returns the OAuth2 server's client. Throws the page that says that none is set up. */
export function requireOAuth2(page: PageRequest): OAuth2AdminClient {
  if (page.oauth2 === undefined) throw clientFailure(page, 'off')
  return page.oauth2
}

/** Returns the challenge of the OAuth2 server's redirect. Throws the page for a visitor without one. */
export function requireChallenge(page: PageRequest, query: URLSearchParams, name: string): string {
  const challenge = query.get(name)
  if (challenge === null || challenge === '') throw clientFailure(page, 'no_request')
  return challenge
}

/** Returns the body of a good answer. Throws the page for the others; `again` is the start of a second try. */
export function okOrFailure<T>(page: PageRequest, answer: OAuth2Answer<T>, again: string): T {
  switch (answer.kind) {
    case 'ok':
      return answer.body
    case 'over':
      throw clientFailure(page, 'over')
    case 'failed':
      page.onError(new Error(`The OAuth2 server gave no usable answer: ${answer.reason}`), page.requestId)
      throw clientFailure(page, 'unreachable', { again })
    default:
      return answer satisfies never
  }
}
