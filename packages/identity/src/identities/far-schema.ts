import type { IdentityConfig, SchemaConfig } from '../configuration/config.ts'
import { FarTextFault, type FarText } from '../configuration/far-text.ts'
import { parseSchemaDocument } from '../configuration/schema-document.ts'
import { compileSchema, type IdentitySchema } from './schema.ts'
import { unusableSchema } from './unusable-schema.ts'

/** A schema whose address did not answer at start. */
export interface FarSchema {
  /** Unusable until it is there; then the schema, in place. */
  readonly schema: IdentitySchema
  readonly isThere: () => boolean
  /** Asks for it. It never rejects. */
  readonly fetch: () => Promise<void>
}

/** What a schema that comes late needs. */
export interface FarSchemaNeeds {
  /** Hears once if what came cannot be used. */
  readonly warn: (text: string) => void
  /** What is wrong with schemas, before they are compiled where all projects are answered. */
  readonly faultsOf: (job: Pick<IdentityConfig, 'schemas' | 'defaultSchemaId'>) => Promise<readonly string[]>
}

/** Makes it. */
export function createFarSchema(
  given: SchemaConfig & { readonly far: FarText },
  { warn, faultsOf }: FarSchemaNeeds,
): FarSchema {
  const { id, selfserviceSelectable, far } = given
  const absent = `The identity schema "${id}" is not there yet; the operator of this service has been told. Please try again later.`
  let current = unusableSchema(id, absent, selfserviceSelectable)
  let isThere = false

  async function fetch(): Promise<void> {
    try {
      const document = parseSchemaDocument(await far.read())
      const [fault] = await faultsOf({ schemas: [{ id, document, selfserviceSelectable }], defaultSchemaId: id })
      if (fault !== undefined) throw new Error(fault)
      if (isThere) return
      current = compileSchema(id, document, selfserviceSelectable)
    } catch (fault) {
      if (fault instanceof FarTextFault || isThere) return
      warn(
        `${far.name} cannot be used: ${fault instanceof Error ? fault.message : String(fault)}. Mend it and start again`,
      )
    }
    isThere = true
  }

  return {
    isThere: () => isThere,
    fetch,
    schema: {
      id,
      selfserviceSelectable,
      get document() {
        return current.document
      },
      get fields() {
        return current.fields
      },
      get unusable() {
        return current.unusable
      },
      check: (traits) => current.check(traits),
    },
  }
}
