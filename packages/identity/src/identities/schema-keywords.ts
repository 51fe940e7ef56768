/** Keywords of JSON Schema whose value is no schema: a validator ignores its contents. */
const valueKeywords: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'examples'])
/** Keywords whose value has a schema under each name; the names are no keywords. */
const namingKeywords: ReadonlySet<string> = new Set([
  '$defs',
  'definitions',
  'dependencies',
  'patternProperties',
  'properties',
])

/** One part of a schema document, below its root. */
export interface SchemaPart {
  readonly key: string
  readonly value: unknown
  /** `keyword`: of a schema. `name`: of a part that is a schema. `value`: of a part without schemas. */
  readonly kind: 'keyword' | 'name' | 'value'
  /** True if the parts in `value` are names. */
  readonly holdsNames: boolean
}

/** Returns the parts of an object of a schema document. */
export function schemaParts(object: object, areNames: boolean): readonly SchemaPart[] {
  return Object.entries(object).map(([key, value]) => ({
    key,
    value,
    kind: areNames ? 'name' : valueKeywords.has(key) ? 'value' : 'keyword',
    holdsNames: !areNames && namingKeywords.has(key),
  }))
}
