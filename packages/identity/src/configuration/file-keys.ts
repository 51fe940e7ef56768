import { z } from 'zod'

import { configFile } from './file.ts'
import { webHook } from './web-hooks.ts'

/** A key of the file that this service follows. */
export interface FileKey {
  /** `#` is the index of a list item. */
  readonly path: readonly string[]
  readonly type: 'text' | 'number' | 'boolean' | 'list' | 'json'
}

/** Every key that this service follows, read from its schema; names that an operator chooses are left out. */
export const fileKeys: readonly FileKey[] = keysOf(configFile, [])

function keysOf(schema: z.core.$ZodType, path: readonly string[]): FileKey[] {
  const inner = unwrap(schema)
  if (inner instanceof z.ZodObject) {
    const own = Object.entries(inner.shape).flatMap(([key, value]) => keysOf(value, [...path, key]))
    return [{ path, type: 'json' }, ...own]
  }
  if (inner instanceof z.ZodDiscriminatedUnion) return inner.options.flatMap((option) => keysOf(option, path))
  if (inner instanceof z.ZodRecord) return [{ path, type: 'json' }, ...keysOfRecord(inner, path)]
  if (inner instanceof z.ZodArray) {
    const isOfTexts = typeOf(unwrap(inner.def.element)) === 'text'
    return [{ path, type: isOfTexts ? 'list' : 'json' }, ...keysOf(inner.def.element, [...path, '#'])]
  }
  const type = typeOf(inner)
  return type === undefined ? [] : [{ path, type }]
}

/**
 * Returns the keys of a record: any names, except the records listed here; those of a hook are the keys of web hooks.
 */
function keysOfRecord({ def }: z.ZodRecord, path: readonly string[]): FileKey[] {
  if (path.at(-3) === 'hooks' && path.at(-1) === 'config') return keysOf(webHook, path)
  const names = unwrap(def.keyType)
  return names instanceof z.ZodEnum
    ? names.options.flatMap((name) => keysOf(def.valueType, [...path, String(name)]))
    : []
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) {
    return unwrap(schema.def.innerType)
  }
  return schema instanceof z.ZodPipe ? unwrap(schema.def.in) : schema
}

function typeOf(schema: z.core.$ZodType): FileKey['type'] | undefined {
  if (schema instanceof z.ZodBoolean) return 'boolean'
  if (schema instanceof z.ZodNumber) return 'number'
  const isText = [z.ZodString, z.ZodURL, z.ZodEnum, z.ZodUUID, z.ZodLiteral].some((kind) => schema instanceof kind)
  return isText ? 'text' : undefined
}
