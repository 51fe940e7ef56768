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

/** Renders the catalogue in docs/reference/events.md: one row per event, from its schema. Data common to all is listed once. */
export function renderEvents(definitions: Readonly<Record<string, EventDefinition>>): string {
  const all = Object.entries(definitions).map(([name, { version, meaning, data }]) => {
    const heading = `\`${name}\`${version === 1 ? '' : ` (version ${version})`}`
    return { heading, meaning, keys: keysOf(data) }
  })
  const [first] = all
  const isShared = first !== undefined && all.every(({ keys }) => keys === first.keys)
  const rows = all.map(({ heading, meaning, keys }) => `| ${heading} | ${meaning} |${isShared ? '' : ` ${keys} |`}`)
  const head = isShared ? ['| event | meaning |', '|---|---|'] : ['| event | meaning | data |', '|---|---|---|']
  const shared = isShared ? [`The data of each: ${first.keys}.`, ''] : []
  return `${[...shared, ...head, ...rows].join('\n')}\n`
}

function keysOf(data: z.ZodType): string {
  const { properties, required } = objectSchema.parse(z.toJSONSchema(data))
  const keys = Object.entries(properties).map(([key, one]) => {
    const more = [typeOf(one), required.includes(key) ? '' : 'optional'].filter((part) => part !== '').join(', ')
    return `\`${key}\`${more === '' ? '' : ` (${more})`}${one.description === undefined ? '' : `: ${one.description}`}`
  })
  return keys.join('; ')
}

/** Returns the type of a value; nothing for a plain text, the most common one. */
function typeOf({ type, format, enum: values, items }: z.output<typeof property>): string {
  if (values) return values.map((value) => `\`${value}\``).join(', ')
  if (items) return 'list'
  if (format === 'date-time') return 'time'
  const types = (Array.isArray(type) ? type : [type ?? 'any']).filter((one) => one !== 'string')
  return types.map((one) => (one === 'null' ? 'or null' : one)).join(' ')
}
