import type { KnownSchema } from '@gatehouse/transfer/files'
import { z } from 'zod'

import { RefusalError } from '../../http/answer.ts'
import type { ActingCaller } from '../acting-caller.ts'

/** The schemas of a project. */
export type Schemas = readonly KnownSchema[]

const listed = z.array(z.looseObject({ id: z.string(), schema: z.record(z.string(), z.unknown()) }))

/** The schemas of a project, as a caller may read them. */
export async function schemasOf({ baseUrl, send }: ActingCaller): Promise<Schemas> {
  const answer = await send(new Request(`${baseUrl}/schemas`))
  if (answer.ok) return listed.parse(await answer.json())
  const reason = 'The project’s identity service does not list its schemas.'
  throw new RefusalError({ code: answer.status < 500 ? answer.status : 503, reason })
}
