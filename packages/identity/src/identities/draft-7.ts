import { Ajv } from 'ajv'
import type { AnySchemaObject } from 'ajv'

/** How documents are read, whether to look at them or to compile them. */
export const ajvOptions = {
  strict: false,
  // Patterns are written for Kratos' regular expressions, which know escapes that the `u` flag refuses.
  unicodeRegExp: false,
  logger: false,
} as const

const address = 'http://json-schema.org/draft-07/schema'

/** Compiled once for all documents: that takes longer than most of them do. Patterns are looked at by themselves. */
const ajv = new Ajv({ ...ajvOptions, meta: false, validateFormats: false })
const conforms = ajv.compile(draft7())

/** Throws an Error that says where a document is no schema of JSON Schema draft 7. */
export function checkDraft7(schema: AnySchemaObject): void {
  if (conforms(schema)) return
  throw new Error(`schema is invalid: ${ajv.errorsText(conforms.errors)}`)
}

/** The meta-schema, but for `enum`: it would compare all values pair by pair, and two that are the same do no harm. */
function draft7(): AnySchemaObject {
  const known = new Ajv().schemas[address]?.schema
  if (typeof known !== 'object') throw new Error('ajv has no meta-schema of draft 7')
  return { ...known, properties: { ...known['properties'], enum: { type: 'array' } } }
}
