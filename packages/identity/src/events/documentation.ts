import { z } from 'zod'

import type { EventDefinition } from './schema.ts'

const property = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  enum: z.array(z.string()).optional(),
  description: z.string().optional(),
  items: z.object({ type: z.string() }).optional(),
})
const objectSchema = z.object({
  properties: z.record(z.string(), property).default({}),
  required: z.array(z.string()).default([]),
})

/** The catalogue in docs/events.md: one heading and one table per event, drawn from its schema. */
export function renderEvents(definitions: Readonly<Record<string, EventDefinition>>): string {
  const parts = Object.entries(definitions).map(([name, { version, meaning, data }]) => {
    const { properties, required } = objectSchema.parse(z.toJSONSchema(data))
    const rows = Object.entries(properties).map(([key, one]) => {
      const isOptional = required.includes(key) ? '' : ' (optional)'
      return `| \`${key}\`${isOptional} | ${typeOf(one)} | ${one.description ?? ''} |`
    })
    const table = rows.length === 0 ? 'No data.' : ['| data | type | meaning |', '|---|---|---|', ...rows].join('\n')
    return `### ${name}\n\n${meaning} Schema version ${version}.\n\n${table}\n`
  })
  return `\n${parts.join('\n')}\n`
}

function typeOf({ type, format, enum: values, items }: z.output<typeof property>): string {
  if (values) return values.map((value) => `\`${value}\``).join(', ')
  if (Array.isArray(type)) return type.join(' or ')
  if (items) return `list of ${items.type}`
  return format === 'date-time' ? 'RFC 3339 time' : (type ?? 'any')
}
