import { z } from 'zod'

import { configFile } from './file.ts'
import { isTree, type ConfigTree } from './unsupported.ts'

/** A variable that overrides one key of the file. */
export interface EnvironmentKey {
  /** As in Kratos: the path in capitals, joined by underscores. `SERVE_PUBLIC_BASE_URL` */
  readonly variable: string
  readonly path: readonly string[]
  readonly type: 'text' | 'number' | 'boolean' | 'list'
}

/**
 * Every overridable key, read from the schema itself. Of the keys that are one word only `dsn`: `DEV` and `VERSION`
 * are set by many a shell and build machine, and development mode must not be switched on by accident.
 */
export const environmentKeys: readonly EnvironmentKey[] = keysOf(configFile, []).filter(
  ({ path }) => path.length > 1 || path[0] === 'dsn',
)

/** The part of an environment that speaks of the configuration, as a tree to lay over the file. */
export function environmentTree(environment: Readonly<Record<string, string | undefined>>): ConfigTree {
  const tree: Record<string, unknown> = {}
  for (const { variable, path, type } of environmentKeys) {
    const value = environment[variable]
    if (value !== undefined && value !== '') put(tree, path, coerce(value, type))
  }
  return tree
}

/** A sentence for each key of a document that a variable says otherwise. */
export function outweighedKeys(
  document: ConfigTree,
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  return environmentKeys.flatMap(({ variable, path, type }) => {
    const value = environment[variable] ?? ''
    const named = path.reduce<unknown>((node, key) => (isTree(node) ? node[key] : undefined), document)
    if (value === '' || named === undefined) return []
    const isSame = JSON.stringify(coerce(value, type)) === JSON.stringify(named)
    return isSame ? [] : [`${path.join('.')} of the file has no effect: the variable ${variable} counts`]
  })
}

function keysOf(schema: z.core.$ZodType, path: readonly string[]): EnvironmentKey[] {
  const inner = unwrap(schema)
  if (inner instanceof z.ZodObject) {
    return Object.entries(inner.shape).flatMap(([key, value]) => keysOf(value, [...path, key]))
  }
  const type = typeOf(inner)
  const variable = path.join('_').toUpperCase().replaceAll('-', '_')
  return type === undefined ? [] : [{ variable, path, type }]
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) {
    return unwrap(schema.def.innerType)
  }
  return schema instanceof z.ZodPipe ? unwrap(schema.def.in) : schema
}

function typeOf(schema: z.core.$ZodType): EnvironmentKey['type'] | undefined {
  if (schema instanceof z.ZodBoolean) return 'boolean'
  if (schema instanceof z.ZodNumber) return 'number'
  if (schema instanceof z.ZodString || schema instanceof z.ZodURL || schema instanceof z.ZodEnum) return 'text'
  if (schema instanceof z.ZodArray && typeOf(unwrap(schema.def.element)) === 'text') return 'list'
  return undefined
}

/** What cannot be read as its type stays text, and the schema says what is wrong with it. */
function coerce(value: string, type: EnvironmentKey['type']): unknown {
  if (type === 'boolean') return { true: true, '1': true, false: false, '0': false }[value.toLowerCase()] ?? value
  if (type === 'number') return Number.isNaN(Number(value)) ? value : Number(value)
  return type === 'list' ? value.split(',').map((item) => item.trim()) : value
}

function put(tree: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let node = tree
  for (const key of path.slice(0, -1)) {
    const next: Record<string, unknown> = {}
    node[key] ??= next
    node = node[key] as Record<string, unknown>
  }
  node[path.at(-1) ?? ''] = value
}
