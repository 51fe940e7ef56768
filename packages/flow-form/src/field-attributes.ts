import type { FlowKind, InputNode } from '@gatehouse/contract/flows'
import type { InputHTMLAttributes } from 'react'
import { passwordPurpose, textOf } from './node-facts.ts'

type Attributes = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'inputMode' | 'autoComplete' | 'autoCapitalize' | 'spellCheck' | 'dir' | 'step' | 'pattern' | 'maxLength'
>

const codeNames = new Set(['code', 'totp_code'])
const types = new Set(['text', 'password', 'number', 'email', 'tel', 'datetime-local', 'date', 'url'])
const latin = { dir: 'ltr', autoCapitalize: 'none', spellCheck: false } as const

/** The `autocomplete` tokens, by the last word of a trait's name. */
const autoCompleteByWord: Readonly<Record<string, string>> = {
  first: 'given-name',
  first_name: 'given-name',
  given_name: 'given-name',
  last: 'family-name',
  last_name: 'family-name',
  family_name: 'family-name',
  name: 'name',
  nickname: 'nickname',
  username: 'username',
  company: 'organization',
  birthdate: 'bday',
  birthday: 'bday',
  country: 'country-name',
  city: 'address-level2',
  zip: 'postal-code',
  website: 'url',
}

/** Whether a field takes a one-time code of digits. */
export function isCodeField(node: InputNode): boolean {
  return codeNames.has(node.attributes.name) && node.attributes.type === 'text'
}

/** The attributes that give a field the right keyboard, direction and suggestions. */
export function fieldAttributes(node: InputNode, kind: FlowKind): Attributes {
  const { name, type, pattern, maxlength, autocomplete } = node.attributes
  return {
    type: types.has(type) ? type : 'text',
    ...byType(node, kind),
    ...(autocomplete && { autoComplete: autocomplete }),
    ...(pattern !== undefined && !isCodeField(node) && { pattern }),
    ...(maxlength !== undefined && maxlength > 0 && !isCodeField(node) && { maxLength: maxlength }),
    ...(name === 'identifier' && !autocomplete && { autoComplete: 'username' }),
  }
}

function byType(node: InputNode, kind: FlowKind): Attributes {
  const { name, type } = node.attributes
  const word = name.split('.').at(-1) ?? name
  if (type === 'password') return { ...latin, autoComplete: passwordPurpose(kind) }
  if (type === 'email') return { ...latin, inputMode: 'email', autoComplete: 'email' }
  // As text it takes a phone number too, and a keyboard for addresses has no row of digits.
  if (name === 'email') return { ...latin, autoComplete: 'email' }
  if (type === 'tel') return { ...latin, inputMode: 'tel', autoComplete: 'tel' }
  if (type === 'url') return { ...latin, inputMode: 'url', autoComplete: 'url' }
  if (type === 'number') return { dir: 'ltr', step: 'any' }
  if (type === 'date' || type === 'datetime-local') return {}
  if (name === 'lookup_secret') return { ...latin, autoComplete: 'one-time-code' }
  if (name === 'identifier' || name === 'recovery_address') return { ...latin, ...keyboardOf(node) }
  return { dir: 'auto', ...(autoCompleteByWord[word] && { autoComplete: autoCompleteByWord[word] }) }
}

/** An identifier is plain text on the wire; its trait decides which keyboard suits. */
function keyboardOf(node: InputNode): Attributes {
  const trait = textOf(node.meta.label?.context?.['name'])
  if (/mail$/i.test(trait)) return { inputMode: 'email' }
  return /phone$|tel$/i.test(trait) ? { inputMode: 'tel' } : {}
}

/** Returns the initial value of a control: the earlier input, never a password. */
export function initialValue(node: InputNode): string {
  const { type, value } = node.attributes
  if (type === 'password') return ''
  // The controls take neither seconds nor a zone.
  if (type === 'date') return textOf(value).slice(0, 10)
  return type === 'datetime-local' ? textOf(value).slice(0, 16) : textOf(value)
}
