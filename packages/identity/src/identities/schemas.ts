import type { IdentityConfig } from '../configuration/config.ts'
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
  const standard = byId.get(config.defaultSchemaId)
  if (!standard) throw new Error(`identity.default_schema_id "${config.defaultSchemaId}" names no schema`)
  return {
    all,
    standard,
    get: (id) => byId.get(id),
    resolve: (id) => byId.get(id) ?? byEncoded.get(id),
  }
}

/** The last segment of `schema_url`. */
export function encodeSchemaId(id: string): string {
  return Buffer.from(id).toString('base64url')
}
