import { at, objects, textAt, type JsonObject } from './json.ts'

/**
 * Draws a message as `error 4000002(property)`: type, id and the keys of the context. Texts are a service's own affair.
 */
export function messageRow(message: JsonObject): string {
  const context = at(message, 'context')
  const keys = Object.keys(typeof context === 'object' && context !== null ? context : {})
  return `${String(message['type'])} ${String(message['id'])}${keys.length > 0 ? `(${keys.toSorted().join(',')})` : ''}`
}

/**
 * One line per node: `group type name=value required autocomplete=… label 1070001 ! error 4000002(property)`.
 * The anti-CSRF token's value is drawn as `token`, because it never repeats.
 */
export function nodeRow(node: JsonObject): string {
  const attributes = at(node, 'attributes')
  const label = at(node, 'meta', 'label')
  return [
    String(node['group']),
    textAt(attributes, 'type') ?? String(node['type']),
    nameAndValue(attributes),
    ...['required', 'disabled'].filter((flag) => at(attributes, flag) === true),
    ...['autocomplete', 'pattern', 'maxlength', 'onloadTrigger'].flatMap((key) => setting(attributes, key)),
    ...objects([label]).map((one) => `label ${messageRow(one).replace(/^info /, '')}`),
    ...objects(node['messages']).map((message) => `! ${messageRow(message)}`),
  ].join(' ')
}

function nameAndValue(attributes: unknown): string {
  const name = textAt(attributes, 'name') ?? textAt(attributes, 'id') ?? '?'
  const value = at(attributes, 'value') ?? at(attributes, 'href')
  if (value === undefined) return name
  if (name === 'csrf_token' && typeof value === 'string' && /^[A-Za-z0-9+/]{86}==$/.test(value)) return `${name}=token`
  return `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`
}

function setting(attributes: unknown, key: string): readonly string[] {
  const value = at(attributes, key)
  return value === undefined ? [] : [`${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`]
}
