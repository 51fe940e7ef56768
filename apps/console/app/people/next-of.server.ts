import type { AnswerMetadata } from '@gatehouse/client/client'
import { nextPageToken, previousPageToken } from '@gatehouse/client/admin-client'

/** The token of the page after a list's; nothing on the last one. */
export function nextOf({ headers }: Pick<AnswerMetadata, 'headers'>): string | undefined {
  return nextPageToken(headers)
}

/** The token of the page before; nothing on the first one, and where the service does not go back. */
export function previousOf({ headers }: Pick<AnswerMetadata, 'headers'>): string | undefined {
  return previousPageToken(headers)
}

/** How many entries a list has on all of its pages; nothing where the service does not count them. */
export function totalIn({ headers }: Pick<AnswerMetadata, 'headers'>): number | undefined {
  const total = headers.get('x-total-count') ?? ''
  return /^\d+$/.test(total) ? Number(total) : undefined
}
