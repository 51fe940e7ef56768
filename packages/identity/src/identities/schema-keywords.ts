/** Keywords of JSON Schema whose value is no schema: nothing in it means anything to a validator. */
const valueKeywords: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'examples'])
/** Keywords whose value has a schema under each name; the names are no keywords. */
const namingKeywords: ReadonlySet<string> = new Set([
  '$defs',
  'definitions',
  'dependencies',
  'patternProperties',
  'properties',
])

/** One part of a schema document, on the way from its root. */
export interface SchemaPart {
  readonly key: string
  readonly value: unknown
  /** `keyword`: of a schema. `name`: of something that is a schema. `value`: of what is none, nor has any in it. */
  readonly kind: 'keyword' | 'name' | 'value'
  /** Whether the parts in `value` are names. */
  readonly holdsNames: boolean
}

/** The parts of an object of a schema document. */
export function schemaParts(object: object, areNames: boolean): readonly SchemaPart[] {
  return Object.entries(object).map(([key, value]) => ({
    key,
    value,
    kind: areNames ? 'name' : valueKeywords.has(key) ? 'value' : 'keyword',
    holdsNames: !areNames && namingKeywords.has(key),
  }))
}
