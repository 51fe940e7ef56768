import type { IdentityConfig } from '../configuration/config.ts'
import { RefusalError } from '../http/answer.ts'
import { schemaBounds } from '../configuration/bounds.ts'
import { schemaSize } from './schema-bounds.ts'
import { compileSchema } from './schema.ts'
import type { IdentitySchema } from './schema.ts'

/** The configured identity schemas. */
export interface IdentitySchemas {
  readonly all: readonly IdentitySchema[]
  readonly standard: IdentitySchema
  /** By id. */
  get(id: string): IdentitySchema | undefined
  /** By id or by its base64url form, as URLs carry it. */
  resolve(idOrEncoded: string): IdentitySchema | undefined
}

/** Compiles every schema of the configuration. Throws an Error that names the schema at fault. */
export function createIdentitySchemas(config: Pick<IdentityConfig, 'schemas' | 'defaultSchemaId'>): IdentitySchemas {
  const fault = faultOfAll(config.schemas)
  if (fault !== undefined) throw new Error(fault)
  const all = config.schemas.map(({ id, document, selfserviceSelectable }) => {
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
  }
}

const noStandard = 'The default identity schema of this service is not configured; its operator has been told.'

/** Stands for a schema that is not there: forms have none of its fields, and who would be checked by it is refused. */
export function unusableSchema(id: string, reason: string): IdentitySchema {
  return {
    id,
    document: {},
    selfserviceSelectable: false,
    fields: [],
    unusable: reason,
    check: () => {
      throw new RefusalError({ code: 503, reason })
    },
  }
}

function faultOfAll(schemas: IdentityConfig['schemas']): string | undefined {
  if (schemas.length > schemaBounds.schemas) {
    return `identity.schemas are more than ${schemaBounds.schemas}; leave out those that no identity has`
  }
  if (schemas.length === 1) return undefined
  const sizes = schemas.map(({ document }) => schemaSize(document))
  const counted = { keywords: 'keywords and names', classes: 'classes of Unicode (\\p{…}) in their patterns' } as const
  for (const name of ['keywords', 'classes'] as const) {
    if (sizes.reduce((sum, size) => sum + size[name], 0) <= schemaBounds[name]) continue
    return `identity.schemas have more than ${schemaBounds[name]} ${counted[name]} together: compiling them would stop all projects of the installation for too long. Make them smaller (docs/security.md, "What projects share")`
  }
  return undefined
}

/** The last segment of `schema_url`. */
export function encodeSchemaId(id: string): string {
  return Buffer.from(id).toString('base64url')
}
