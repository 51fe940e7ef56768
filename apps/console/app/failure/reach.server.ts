import type { ConsoleRequest } from '../request/console-request.ts'
import { unreachable } from './fail.server.ts'

/** Runs work that needs the operators' identity service, and throws the page of its absence. */
export async function reach<T>(page: ConsoleRequest, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // By name: a bundle and its host may hold a copy of the class each.
    if (!(error instanceof Error) || error.name !== 'IdentityServiceUnreachable') throw error
    page.onError(error, page.requestId)
    throw unreachable(page)
  }
}
