import { RefusalError } from '../http/answer.ts'
import type { IdentitySchema } from './schema.ts'

/** Stands for a schema that is not there: forms have none of its fields, and who would be checked by it is refused. */
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
