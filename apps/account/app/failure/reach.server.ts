import type { PageRequest } from '../request/page-request.ts'
import { unreachable } from '../request/fail.server.ts'
import { isUnreachable } from './unreachable.ts'

/** Runs work that needs the identity service, and draws the page of its absence. `again`: start of a second try. */
export async function reach<T>(page: PageRequest, again: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isUnreachable(error)) throw error
    page.onError(error, page.requestId)
    throw unreachable(page, again)
  }
}
