import { setTimeout as delay } from 'node:timers/promises'
import { schemaBounds } from '../configuration/bounds.ts'
import type { IdentityConfig, SchemaConfig } from '../configuration/config.ts'
import { FarTextFault, type FarText } from '../configuration/far-text.ts'
import { parseSchemaDocument } from '../configuration/schema-document.ts'
import { RefusalError } from '../http/answer.ts'
import { schemaSize } from './schema-bounds.ts'
import { compileSchema, type IdentitySchema } from './schema.ts'

/** The configured identity schemas. */
export interface IdentitySchemas {
  readonly all: readonly IdentitySchema[]
  readonly standard: IdentitySchema
  /** Returns a schema by id. */
  get(id: string): IdentitySchema | undefined
  /** Returns a schema by id or by its base64url form, as in URLs. */
  resolve(idOrEncoded: string): IdentitySchema | undefined
  /**
   * Fetches the schemas whose address did not answer, and resolves when that has ended or has taken a moment; at once
   * if none is missing, or if another caller is fetching. It never rejects.
   */
  fetchMissing(): Promise<void>
}

/** Compiles every schema of the configuration. Throws an Error that names the faulty schema. */
export function createIdentitySchemas(
  config: Pick<IdentityConfig, 'schemas' | 'defaultSchemaId'>,
  needs: FarSchemaNeeds = { warn: () => {}, faultsOf: async () => [] },
): IdentitySchemas {
  const fault = faultOfAll(config.schemas)
  if (fault !== undefined) throw new Error(fault)
  let missing: readonly FarSchema[] = []
  let isAsking = false
  const all = config.schemas.map((given) => {
    const { id, document, selfserviceSelectable, far } = given
    if (far !== undefined) {
      const schema = createFarSchema({ ...given, far }, needs)
      missing = [...missing, schema]
      return schema.schema
    }
    try {
      return compileSchema(id, document, selfserviceSelectable)
    } catch (cause) {
      throw new Error(`The identity schema "${id}" ${cause instanceof Error ? cause.message : String(cause)}`, {
        cause,
      })
    }
  })
  const byId = new Map(all.map((schema) => [schema.id, schema]))
  const byEncoded = new Map(all.map((schema) => [encodeSchemaId(schema.id), schema]))
  const standard = byId.get(config.defaultSchemaId) ?? unusableSchema(config.defaultSchemaId, noStandard)
  return {
    all,
    standard,
    get: (id) => byId.get(id),
    resolve: (id) => byId.get(id) ?? byEncoded.get(id),
    fetchMissing: async () => {
      // Only the request that begins a round waits for it: a server that does not answer must not delay all others.
      if (missing.length === 0 || isAsking) return
      isAsking = true
      const round = Promise.all(missing.map(({ fetch }) => fetch())).then(() => {
        missing = missing.filter(({ isThere }) => !isThere())
        isAsking = false
      })
      await Promise.race([round, delay(longestWaitMs, undefined, { ref: false })])
    },
  }
}

/** The time that a request waits for a schema that is fetched again, in milliseconds. */
const longestWaitMs = 1_000

const noStandard = 'The default identity schema of this service is not configured; its operator has been told.'

function faultOfAll(schemas: IdentityConfig['schemas']): string | undefined {
  if (schemas.length > schemaBounds.schemas) {
    return `identity.schemas are more than ${schemaBounds.schemas}; leave out those that no identity has`
  }
  if (schemas.length === 1) return undefined
  const sizes = schemas.map(({ document }) => schemaSize(document))
  const counted = { keywords: 'keywords and names', classes: 'classes of Unicode (\\p{…}) in their patterns' } as const
  for (const name of ['keywords', 'classes'] as const) {
    if (sizes.reduce((sum, size) => sum + size[name], 0) <= schemaBounds[name]) continue
    return `identity.schemas have more than ${schemaBounds[name]} ${counted[name]} together: compiling them would stop all projects of the installation for too long. Make them smaller (docs/reference/security.md, "What projects share")`
  }
  return undefined
}

/** Returns the last segment of `schema_url`. */
export function encodeSchemaId(id: string): string {
  return Buffer.from(id).toString('base64url')
}

/** A schema whose address did not answer at start. */
interface FarSchema {
  /** Unusable until it is loaded; then the schema, in place. */
  readonly schema: IdentitySchema
  readonly isThere: () => boolean
  /** Fetches it. It never rejects. */
  readonly fetch: () => Promise<void>
}

/** The dependencies of a schema that is loaded late. */
interface FarSchemaNeeds {
  /** Called once if the loaded schema cannot be used. */
  readonly warn: (text: string) => void
  /** Returns the faults of schemas, before they are compiled in the thread that answers all projects. */
  readonly faultsOf: (job: Pick<IdentityConfig, 'schemas' | 'defaultSchemaId'>) => Promise<readonly string[]>
}

/** Creates a schema that is loaded late. */
function createFarSchema(
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
      get verifiesPhones() {
        return current.verifiesPhones
      },
      get unusable() {
        return current.unusable
      },
      check: (traits) => current.check(traits),
    },
  }
}

/** Creates the substitute of a missing schema: forms have none of its fields, and it refuses every check. */
function unusableSchema(id: string, reason: string, selfserviceSelectable = false): IdentitySchema {
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
