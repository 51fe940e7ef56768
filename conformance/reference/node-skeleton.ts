import { at, isObject, objects, parseJson, textAt, type JsonObject } from '../run/json.ts'
import { messageSkeleton } from './message-skeleton.ts'

/** Attributes at the beginning of a row, or ones that all nodes share. */
const leading = new Set(['name', 'id', 'type', 'value', 'node_type', 'text'])

/**
 * Draws one line per node: `group node/type name=value`, then its other attributes, `label …`, and `! …` for each
 * message. It has every attribute but `disabled=false` of an input, which is the default.
 */
export function nodeSkeleton(node: JsonObject): string {
  const attributes = at(node, 'attributes')
  const own = isObject(attributes) ? attributes : {}
  const text = at(own, 'text')
  const label = at(node, 'meta', 'label')
  const kind = String(node['type'])
  return [
    String(node['group']),
    [kind, ...[textAt(own, 'type') ?? []].flat()].join('/'),
    `${textAt(own, 'name') ?? textAt(own, 'id') ?? '?'}${own['value'] === undefined ? '' : `=${draw(own['value'])}`}`,
    ...(own['name'] !== undefined && own['id'] !== undefined ? [`id=${draw(own['id'])}`] : []),
    ...(own['node_type'] === kind ? [] : [`node_type=${draw(own['node_type'])}`]),
    ...(isObject(text) ? [`text ${messageSkeleton(text)}`] : []),
    ...Object.keys(own)
      .filter((key) => !leading.has(key) && !(kind === 'input' && key === 'disabled'))
      .toSorted()
      .map((key) => `${key}=${drawAttribute(own[key], own['value'])}`),
    ...(kind === 'input' && own['disabled'] !== false ? [`disabled=${draw(own['disabled'])}`] : []),
    ...objects([label]).map((one) => `label ${messageSkeleton(one)}`),
    ...objects(node['messages']).map((message) => `! ${messageSkeleton(message)}`),
  ].join(' ')
}

/** Draws an attribute; a script that hands on the node's own value says so instead of repeating it. */
function drawAttribute(attribute: unknown, value: unknown): string {
  const isRepeated = typeof attribute === 'string' && typeof value === 'string' && value !== ''
  return draw(isRepeated ? attribute.replace(`(${value})`, '(value)') : attribute)
}

function draw(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  const document = value.startsWith('{') ? parseJson(value) : undefined
  return document === undefined ? value : JSON.stringify(inOrder(document))
}

/** Orders keys, whose order has no meaning; kinds of public keys are drawn by their numbers. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (!isObject(value)) return value
  if (value['type'] === 'public-key' && typeof value['alg'] === 'number') return value['alg']
  const keys = Object.keys(value).toSorted()
  return Object.fromEntries(keys.map((key) => [key, inOrder(value[key])]))
}
