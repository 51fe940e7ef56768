import type { InputAttributes, InputNode, NodeGroup } from '@gatehouse/contract/flows'

import { traitLabel } from '../messages/labels.ts'
import { inputNode } from '../nodes/node.ts'
import type { Traits } from './identity.ts'
import type { IdentitySchema } from './schema.ts'
import type { SchemaField } from '@gatehouse/contract/identities'

/** The input of a text of this format. Other formats are plain text. */
const inputOfFormat: Readonly<
  Record<string, { readonly type: InputAttributes['type']; readonly autocomplete?: string }>
> = {
  email: { type: 'email', autocomplete: 'email' },
  tel: { type: 'tel', autocomplete: 'tel' },
  uri: { type: 'url', autocomplete: 'url' },
  date: { type: 'date' },
  'date-time': { type: 'datetime-local' },
}

/** Returns the form fields of a schema, in the document's order, filled with the given traits. */
export function traitNodes(
  schema: IdentitySchema,
  options: { readonly group: NodeGroup; readonly traits?: Traits },
): readonly InputNode[] {
  return schema.fields.map((field) => {
    const value = traitValue(options.traits, field.name)
    const { type, autocomplete } = inputOf(field)
    return inputNode(
      options.group,
      field.name,
      type,
      {
        ...(value !== undefined && { value }),
        ...(field.required && { required: true }),
        ...(autocomplete !== undefined && { autocomplete }),
        ...(field.pattern !== undefined && { pattern: field.pattern }),
        ...(hasChoices(field) && { options: choicesOf(field) }),
      },
      field.title === undefined ? undefined : traitLabel(field.name, field.title),
    )
  })
}

/** Checks that a field is drawn as choices: a tick box is one already, and a list has more than one value. */
function hasChoices({ type, options }: SchemaField): boolean {
  return options !== undefined && (type === 'string' || type === 'number')
}

function choicesOf({ type, options = [] }: SchemaField): NonNullable<InputAttributes['options']> {
  return options.map((value) => ({ value: type === 'number' ? Number(value) : value }))
}

/** Returns the value at a dotted name such as `traits.name.first`. */
export function traitValue(traits: Traits | undefined, name: string): unknown {
  let current: unknown = traits
  for (const key of name.split('.').slice(1)) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined
    current = (current as Readonly<Record<string, unknown>>)[key]
  }
  return current
}

function inputOf(field: SchemaField): { type: InputAttributes['type']; autocomplete?: string } {
  if (field.type === 'boolean') return { type: 'checkbox' }
  if (field.type === 'number') return { type: 'number' }
  if (field.type === 'array') return { type: 'text' }
  if (field.name.endsWith('.password')) return { type: 'password' }
  return inputOfFormat[field.format ?? ''] ?? { type: 'text' }
}
