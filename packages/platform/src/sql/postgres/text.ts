import type { Value, Values } from '../prepared.ts'

/** A statement in PostgreSQL's syntax. */
export interface PostgresText {
  /** The name of the prepared statement, unique among all statements of a connection. */
  readonly name: string
  readonly text: string
  /** In the order of `$1`, `$2` and so on. */
  readonly valuesOf: (values: Values) => readonly Value[]
}

/**
 * By the text with `?`. Programs prepare their statements once, and every project has the same ones: a connection that
 * projects share prepares each of them once.
 */
const converted = new Map<string, PostgresText>()

// Quoted texts, casts, and the three ways to write a parameter.
const parts = /'(?:[^']|'')*'|::|:([a-z_]\w*)|\?(\d+)?/gi

/** Returns a statement with `?`, `?1` or `:name` for its values in PostgreSQL's way to write them. */
export function postgresText(sql: string): PostgresText {
  const known = converted.get(sql) ?? convert(sql)
  converted.set(sql, known)
  return known
}

function convert(sql: string): PostgresText {
  const names: string[] = []
  let positions = 0
  const text = sql.replaceAll(parts, (part: string, name: string | undefined, position: string | undefined) => {
    if (name !== undefined) {
      if (!names.includes(name)) names.push(name)
      return `$${names.indexOf(name) + 1}`
    }
    if (!part.startsWith('?')) return part
    positions += 1
    return `$${position ?? positions}`
  })
  if (names.length > 0 && positions > 0) throw new Error(`a statement takes its values by name or by position: ${sql}`)
  return {
    name: `statement_${converted.size + 1}`,
    text,
    valuesOf: (values) => {
      const [first] = values
      const isNamed = typeof first === 'object' && first !== null
      const given = isNamed ? names.map((name) => first[name] ?? null) : (values as readonly Value[])
      return given.map(withoutNul)
    },
  }
}

/** Replaces NUL, which PostgreSQL cannot store in a text, with the same other character in writes and searches. */
function withoutNul(value: Value): Value {
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value
}
