import type { ConsoleRequest } from '../request/console-request.ts'
import { type JsonFault, jsonFault } from './json-fault.ts'

/** A text field of JSON, read; or its fault, in the visitor's language. */
export type ReadJson =
  | { readonly kind: 'read'; readonly value: unknown }
  | { readonly kind: 'unreadable'; readonly fault: string }

/** Reads JSON; an empty field is null. JSON that would be stored as something else is unreadable too. */
export function readJsonText(page: ConsoleRequest, text: string): ReadJson {
  if (text === '') return { kind: 'read', value: null }
  const fault = jsonFault(text)
  if (fault !== undefined) return { kind: 'unreadable', fault: faultText(page, text, fault) }
  const value: unknown = JSON.parse(text)
  return { kind: 'read', value }
}

function faultText({ t }: ConsoleRequest, text: string, { kind, at, found }: JsonFault): string {
  const lines = text.slice(0, at).split('\n')
  const line = lines.length
  switch (kind) {
    case 'syntax':
      return t('console_people:form.no_json', { line, column: (lines.at(-1) ?? '').length + 1 })
    case 'twice':
      return t('console_people:form.json_twice', { line })
    case 'number':
      return t('console_people:form.json_number', { number: found })
  }
  kind satisfies never
  throw new TypeError('a fault of an unknown kind')
}

/** Returns a value as indented JSON; a missing one is an empty text. */
export function jsonText(value: unknown): string {
  return value === undefined || value === null ? '' : JSON.stringify(value, null, 2)
}
