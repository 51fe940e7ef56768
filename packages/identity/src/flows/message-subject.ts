import type { MessageSubject } from '../courier/message.ts'
import type { StoredFlow } from './flow.ts'
import { transientPayload } from './submission.ts'
import type { Fields } from './submission.ts'

/** Whom a message of this submission is about. */
export function messageSubject(
  { requestUrl }: Pick<StoredFlow, 'requestUrl'>,
  fields: Fields,
  person: Pick<MessageSubject, 'identityId' | 'traits'> = {},
): MessageSubject {
  return { requestUrl, transientPayload: transientPayload(fields), ...person }
}
