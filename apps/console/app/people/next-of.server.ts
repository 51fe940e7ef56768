import type { AnswerMetadata } from '@gatehouse/client/client'
import { nextPageToken, previousPageToken } from '@gatehouse/client/admin-client'

/** Returns the token of the page after a list's; undefined on the last one. */
export function nextOf({ headers }: Pick<AnswerMetadata, 'headers'>): string | undefined {
  return nextPageToken(headers)
}

/** Returns the token of the page before; undefined on the first one, and if the service does not go back. */
export function previousOf({ headers }: Pick<AnswerMetadata, 'headers'>): string | undefined {
  return previousPageToken(headers)
}

/** Returns the number of entries on all pages of a list; undefined if the service does not count them. */
export function totalIn({ headers }: Pick<AnswerMetadata, 'headers'>): number | undefined {
  const total = headers.get('x-total-count') ?? ''
  return /^\d+$/.test(total) ? Number(total) : undefined
}
