import { schemaBounds } from '../configuration/bounds.ts'
import { patternSize } from './pattern-size.ts'
import { schemaParts } from './schema-keywords.ts'

/** Keywords without an effect in a validator. */
const describing: ReadonlySet<string> = new Set([
  '$comment',
  '$id',
  '$schema',
  'default',
  'description',
  'examples',
  'readOnly',
  'title',
  'writeOnly',
])

/** The size of a schema. */
export interface SchemaSize {
  readonly keywords: number
  readonly references: number
  readonly patterns: number
  /** Classes of Unicode in patterns. */
  readonly classes: number
  readonly values: number
  /** Of the longest list. */
  readonly items: number
  readonly depth: number
}

interface Left {
  readonly value: unknown
  readonly depth: number
  /** The keys of it are names, no keywords. */
  readonly areNames: boolean
  /** Nothing in it is a schema. */
  readonly isValue: boolean
}

/** Counts a schema without recursion, in time that is linear in its size. It stops below the deepest allowed level. */
export function schemaSize(schema: unknown): SchemaSize {
  const size = { keywords: 0, references: 0, patterns: 0, classes: 0, values: 0, items: 0, depth: 0 }
  const left: Left[] = [{ value: schema, depth: 1, areNames: false, isValue: false }]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value, depth, areNames, isValue } = next
    if (typeof value !== 'object' || value === null) continue
    size.depth = Math.max(size.depth, depth)
    if (depth > schemaBounds.depth) continue
    if (Array.isArray(value)) {
      size.items = Math.max(size.items, value.length)
      size.values += value.length
      for (const item of value) left.push({ value: item, depth: depth + 1, areNames: false, isValue })
    } else if (isValue) {
      const parts = Object.values(value)
      size.values += parts.length
      for (const part of parts) left.push({ value: part, depth: depth + 1, areNames: false, isValue })
    } else {
      for (const { key, value: part, kind, holdsNames } of schemaParts(value, areNames)) {
        if (kind !== 'name' && describing.has(key)) continue
        size.keywords += 1
        if (kind === 'keyword' && key === '$ref') size.references += 1
        const patterns = kind === 'keyword' ? patternsOf(key, part) : []
        size.patterns += patterns.length
        size.classes += patterns.map((pattern) => patternSize(pattern).classes).reduce((a, b) => a + b, 0)
        left.push({ value: part, depth: depth + 1, areNames: holdsNames, isValue: kind === 'value' })
      }
    }
  }
  return size
}

/** Returns the part of a schema that exceeds its bound, with the limit; nothing: it can be compiled. */
export function sizeFault(size: SchemaSize): string | undefined {
  const counted = ['depth', 'keywords', 'references', 'patterns', 'classes', 'items', 'values'] as const
  const over = counted.find((name) => size[name] > schemaBounds[name])
  return over && `has more than ${words[over](schemaBounds[over])}: ${why}`
}

const words = {
  depth: (most: number) => `${most} levels of objects and lists`,
  keywords: (most: number) => `${most} keywords and names`,
  references: (most: number) => `${most} references ($ref)`,
  patterns: (most: number) => `${most} patterns`,
  classes: (most: number) => `${most} classes of Unicode (\\p{…}) in its patterns`,
  items: (most: number) => `${most} items in a list (enum, required, anyOf)`,
  values: (most: number) => `${most} values in its lists, enum and const`,
} as const

const why =
  'compiling it would stop all projects of the installation for too long. Make it smaller (docs/reference/security.md, "What projects share")'

function patternsOf(key: string, part: unknown): readonly string[] {
  if (key === 'pattern') return [String(part)]
  return key === 'patternProperties' && isObject(part) ? Object.keys(part) : []
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
