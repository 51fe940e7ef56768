import type { Answer } from '@gatehouse/client/answer'
import type { IdentityClient } from '@gatehouse/client/client'
import type { Credentials } from '@gatehouse/client/credentials'
import type { Flow } from '@gatehouse/contract/flow'
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
