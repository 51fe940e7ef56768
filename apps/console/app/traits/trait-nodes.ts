import type { InputNode } from '@gatehouse/contract/flows'
import { controlText, type SchemaField, labelOfField, valueAt } from '@gatehouse/contract/identities'

const typeOfFormat: Readonly<Record<string, string>> = {
  email: 'email',
  tel: 'tel',
  uri: 'url',
  date: 'date',
  'date-time': 'datetime-local',
}

/** A trait as a form asks for it: drawn by the same code that draws the forms of people. */
export function traitNode(field: SchemaField, traits: Readonly<Record<string, unknown>>): InputNode {
  const { name, required, pattern, options } = field
  const value = valueAt(traits, name)
  const text = controlText(field, value)
  return {
    type: 'input',
    group: 'profile',
    messages: [],
    attributes: {
      node_type: 'input',
      name,
      type: typeOf(field),
      value: text,
      // An unticked box is an answer.
      required: required && field.type !== 'boolean',
      disabled: false,
      // The browser's stored values are the operator's, not the account's.
      autocomplete: 'off',
      ...(pattern !== undefined && { pattern }),
      // A value that the schema no longer has stays chosen, until the operator chooses another one.
      ...(options !== undefined && { options: [...new Set([...options, text])].map((option) => ({ value: option })) }),
    },
    meta: { label: { id: 0, text: labelOfField(field), type: 'info' } },
  }
}

function typeOf({ type, format }: SchemaField): string {
  if (type === 'boolean') return 'checkbox'
  return type === 'number' ? 'number' : (typeOfFormat[format ?? ''] ?? 'text')
}
