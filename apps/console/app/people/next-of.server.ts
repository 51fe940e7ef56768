import type { AnswerMetadata } from '@gatehouse/client/client'
import { nextPageToken } from '@gatehouse/client/admin-client'

/** The token of the page after a list's; nothing on the last one. */
export function nextOf({ headers }: Pick<AnswerMetadata, 'headers'>): string | undefined {
  return nextPageToken(headers)
}
