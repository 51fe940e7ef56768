import { at, isObject, objects, textAt, type JsonObject } from '../run/json.ts'

/**
 * Draws a message as `error 4000002(property)`: type, id and the keys of the context; the texts in a list of secrets by
 * their ids.
 */
export function messageSkeleton(message: JsonObject): string {
  const context = at(message, 'context')
  const keys = isObject(context) ? Object.keys(context).toSorted().map(keyOf) : []
  return `${String(message['type'])} ${String(message['id'])}${keys.length > 0 ? `(${keys.join(',')})` : ''}`

  function keyOf(key: string): string {
    const ids = objects(at(context, key)).map((one) => String(one['id']))
    if (ids.length > 0) return `${key}: ${ids.join(' ')}`
    // The explanations of services differ in their words; whether there are words does not.
    return textAt(context, key) === '' ? `${key} empty` : key
  }
}
