import type { Value, Values } from '../prepared.ts'

/** A statement as PostgreSQL takes it. */
export interface PostgresText {
  /** One of its own among all statements of a connection: it is prepared by it. */
  readonly name: string
  readonly text: string
  /** In the order of `$1`, `$2` and so on. */
  readonly valuesOf: (values: Values) => readonly Value[]
}

let made = 0

// Texts in quotes, casts, and the three ways to write a value.
const parts = /'(?:[^']|'')*'|::|:([a-z_]\w*)|\?(\d+)?/gi

/** A statement with `?`, `?1` or `:name` for its values, in PostgreSQL's way to write them. */
export function postgresText(sql: string): PostgresText {
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
    name: `statement_${(made += 1)}`,
    text,
    valuesOf: (values) => {
      const [first] = values
      const isNamed = typeof first === 'object' && first !== null
      const given = isNamed ? names.map((name) => first[name] ?? null) : (values as readonly Value[])
      return given.map(withoutNul)
    },
  }
}

/** PostgreSQL keeps no NUL in a text; the same other character stands for it wherever one is stored or looked for. */
function withoutNul(value: Value): Value {
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value
}
