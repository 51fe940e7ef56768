import { nextPageToken } from '@gatehouse/client/admin-client'
import { mostMatchingOfJob } from '@gatehouse/contract/operators'
import { z } from 'zod'

import { RefusalError } from '../http/answer.ts'
import type { ActingCaller } from './acting-caller.ts'

const found = z.array(z.object({ id: z.string() }))
const refused = z.object({ error: z.object({ reason: z.string().optional(), message: z.string().optional() }) })
const pageSize = 500

/** Returns all people in a filtered list of accounts. Refuses if it cannot be read, and if they are too many. */
export async function accountsMatching(
  { baseUrl, send }: ActingCaller,
  matching: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const ids: string[] = []
  let token: string | undefined
  do {
    const query = new URLSearchParams({ ...matching, page_size: `${pageSize}`, ...(token && { page_token: token }) })
    const answer = await send(new Request(`${baseUrl}/admin/identities?${query}`))
    const body: unknown = await answer.json().catch(() => undefined)
    if (!answer.ok) {
      const said = refused.safeParse(body).data?.error
      throw new RefusalError({ code: answer.status === 403 ? 403 : 400, reason: said?.reason ?? said?.message ?? '' })
    }
    ids.push(...found.parse(body).map(({ id }) => id))
    if (ids.length > mostMatchingOfJob) {
      const reason = `More than ${mostMatchingOfJob} accounts match. Narrow the search, and do it in several jobs.`
      throw new RefusalError({ code: 400, reason })
    }
    token = nextPageToken(answer.headers)
  } while (token !== undefined)
  return ids
}
