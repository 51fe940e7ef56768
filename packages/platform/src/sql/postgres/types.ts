import { types, type CustomTypesConfig } from 'pg'

type Parser = (value: string) => unknown

/** `int8`, sums and booleans as numbers; JSON as its text, as SQLite returns it. */
const own: ReadonlyMap<number, Parser> = new Map<number, Parser>([
  [types.builtins.BOOL, (value) => Number(value === 't')],
  [types.builtins.NUMERIC, Number],
  [types.builtins.INT8, safeInteger],
  [types.builtins.JSON, String],
  [types.builtins.JSONB, String],
])

/** Converts PostgreSQL's columns to the same values as SQLite's, so that stores read both alike. */
export const rowTypes: CustomTypesConfig = {
  getTypeParser: (...[oid, format]: Parameters<typeof types.getTypeParser>) =>
    own.get(oid) ?? types.getTypeParser(oid, format),
}

/** Beyond 2^53 a number would differ from the stored one. */
function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is no number that JavaScript keeps exactly`)
  return value
}
