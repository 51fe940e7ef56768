import type { Answer, IdentityClient, Credentials } from '@gatehouse/client/client'
import type { Flow } from '@gatehouse/contract/flows'
import type { PageRequest } from './page-request.ts'

/** Makes one call for the visitor, and takes the cookies of its answer along. Rejects as the client does. */
export async function ask<T, F extends Flow>(
  page: PageRequest,
  call: (client: IdentityClient, credentials: Credentials) => Promise<Answer<T, F>>,
): Promise<Answer<T, F>> {
  const answer = await call(page.client, page.credentials())
  page.answer.setCookie.push(...answer.setCookie)
  return answer
}
