import type { Answer } from '@gatehouse/client/client'
import { nextPageToken } from '@gatehouse/client/admin-client'
import { askedFor, type ListedPage, pageSize, pagesOf, withoutToken } from '../control-plane/list.server.ts'
import { stalePage } from '../failure/fail.server.ts'
import type { ConsoleRequest } from '../request/console-request.ts'
import { okOrThrow } from './answers.server.ts'

interface Paging {
  readonly page_size: number
  readonly page_token: string | undefined
}

/** Reads the page of a list of the admin API that the address of the console's own page names. It cannot go back. */
export async function loadPage<T>(
  page: ConsoleRequest,
  ask: (paging: Paging) => Promise<Answer<T>>,
): Promise<ListedPage<T>> {
  const name = 'page_token'
  const token = askedFor(page, name)
  const answer = await ask({ page_size: pageSize, page_token: token === '' ? undefined : token })
  // The console sets all other parameters, so that a 400 can only mean a bad page token.
  if (answer.kind === 'error' && answer.status === 400 && token !== '') throw stalePage(page, withoutToken(page, name))
  const { body, headers } = await okOrThrow(page, Promise.resolve(answer))
  return { body, pages: pagesOf(page, name, { next: nextPageToken(headers), previous: undefined }) }
}
