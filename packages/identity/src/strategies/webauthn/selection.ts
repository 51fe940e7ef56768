import { textField, type Fields } from '../../flows/http/submission.ts'

/**
 * Returns the usual `handles` of keys: forms that a script submits name no method, so a field that only this method
 * fills selects it.
 */
export function selectedBy(method: string, ...names: readonly string[]): (fields: Fields) => boolean {
  return (fields) => {
    const given = textField(fields, 'method')
    return given.kind === 'missing'
      ? names.some((name) => textField(fields, name).kind === 'text')
      : given.kind === 'text' && given.value === method
  }
}

/** Returns a field's text; nothing if it is missing, empty or no text. */
export function textOf(fields: Fields, name: string): string | undefined {
  const field = textField(fields, name)
  return field.kind === 'text' ? field.value : undefined
}
