import type { MessageSubject } from '../../courier/message.ts'
import type { StoredFlow } from '../model/flow.ts'
import { transientPayload } from '../http/submission.ts'
import type { Fields } from '../http/submission.ts'

/** Whom a message of this submission is about. */
export function messageSubject(
  { requestUrl, details: { language } }: Pick<StoredFlow, 'requestUrl' | 'details'>,
  fields: Fields,
  person: Pick<MessageSubject, 'identityId' | 'traits'> = {},
): MessageSubject {
  return {
    requestUrl,
    transientPayload: transientPayload(fields),
    ...(language !== undefined && { language }),
    ...person,
  }
}
