import { RefusalError } from '../http/answer.ts'
import type { IdentitySchema } from './schema.ts'

/** Creates the substitute of a missing schema: forms have none of its fields, and it refuses every check. */
export function unusableSchema(id: string, reason: string, selfserviceSelectable = false): IdentitySchema {
  return {
    id,
    document: {},
    selfserviceSelectable,
    fields: [],
    verifiesPhones: false,
    unusable: reason,
    check: () => {
      throw new RefusalError({ code: 503, reason })
    },
  }
}
