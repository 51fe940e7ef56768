import type { SchemaField } from './schema-fields.ts'

/** Returns the label of a trait: its title, or else its name as words. */
export function labelOfField({ title, name }: Pick<SchemaField, 'title' | 'name'>): string {
  if (title !== undefined && title !== '') return title
  const words = name
    .split('.')
    .slice(1)
    .map((part) => part.replaceAll(/[_-]+/g, ' '))
    .join(' · ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns the value at a dotted name such as `traits.name.first`. */
export function valueAt(traits: Readonly<Record<string, unknown>>, name: string): unknown {
  let current: unknown = traits
  for (const key of name.split('.').slice(1)) {
    if (!isRecord(current) || !Object.hasOwn(current, key)) return undefined
    current = current[key]
  }
  return current
}

/** Returns a trait's value as a line of text; empty for none. */
export function textOfValue(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(textOfValue).join(', ')
  return JSON.stringify(value)
}

/** Returns the text with which a form's control shows a trait; empty for a value that the control cannot show. */
export function controlText({ type, format }: Pick<SchemaField, 'type' | 'format'>, value: unknown): string {
  if (type === 'boolean') return String(value === true)
  if (type === 'array') return Array.isArray(value) ? value.map(textOfValue).join('\n') : textOfValue(value)
  const text = textOfValue(value)
  if (type === 'number') return Number.isFinite(Number(text)) ? text : ''
  // The controls take neither seconds nor a zone.
  if (format === 'date') return /^\d{4}-\d\d-\d\d/.exec(text)?.[0] ?? ''
  if (format === 'date-time') return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.exec(text)?.[0] ?? ''
  return text
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
