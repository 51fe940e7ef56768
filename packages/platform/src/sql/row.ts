/** One row as node:sqlite gives it. */
export type Row = Readonly<Record<string, unknown>>

/** Reads a text column; a missing one is a bug in the query. */
export function text(row: Row, column: string): string {
  const value = row[column]
  if (typeof value !== 'string') throw new TypeError(`column ${column} is no text`)
  return value
}

/** Reads a text column that may be NULL. */
export function optionalText(row: Row, column: string): string | undefined {
  return row[column] === null ? undefined : text(row, column)
}

/** Reads an integer column. */
export function integer(row: Row, column: string): number {
  const value = row[column]
  if (typeof value !== 'number') throw new TypeError(`column ${column} is no integer`)
  return value
}

/** Reads an integer column that may be NULL. */
export function optionalInteger(row: Row, column: string): number | undefined {
  return row[column] === null ? undefined : integer(row, column)
}

/** Reads a text column with one of a few words, as a CHECK of its table requires. */
export function oneOf<const Word extends string>(row: Row, column: string, words: readonly Word[]): Word {
  const value = text(row, column)
  const word = words.find((candidate) => candidate === value)
  if (word === undefined) throw new TypeError(`column ${column} holds an unknown word`)
  return word
}

/** Reads a JSON column that holds an object. Only the package that owns the table writes it. */
export function tree(row: Row, column: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text(row, column))
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError(`column ${column} is no object`)
  return value as Record<string, unknown>
}

/** Parses a JSON column. Only the package that owns the table writes it, so the caller may assert its type. */
export function json(row: Row, column: string): unknown {
  return JSON.parse(text(row, column))
}
