import { parseJsonBody } from '@gatehouse/platform/http'

import { fileKeys, type FileKey } from './file-keys.ts'
import { configFile } from './file.ts'
import { isTree, type ConfigTree } from './unsupported.ts'

/** The value of one key from a variable. */
interface Override {
  readonly variable: string
  readonly path: readonly (string | number)[]
  readonly value: unknown
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Every overridable key, read from the schema itself, by the name of its variable: as in Kratos the path in capitals,
 * joined by underscores. `dsn` is the only one-word key: shells and build machines often set `DEV` and `VERSION`, which
 * must not switch on the development mode by accident.
 */
const environmentKeys: ReadonlyMap<string, FileKey> = new Map(
  fileKeys
    .filter(({ path }) => path.length > 1 || path[0] === 'dsn')
    .map((key) => [key.path.join('_').toUpperCase().replaceAll('-', '_'), key] as const),
)
/** The first words of variables; other programs set none with these, except those of `notOurs`. */
const firstWords = Object.keys(configFile.shape).filter((key) => key !== 'dsn' && key !== 'dev')
const looksLikeOurs = (name: string): boolean => firstWords.some((word) => name.startsWith(`${word.toUpperCase()}_`))
/** Variables of X11, and those that Kubernetes sets for services. */
const notOurs = /^SESSION_MANAGER$|_SERVICE_(?:HOST|PORT)|_PORT(?:_\d|$)/
/** No list of a configuration is longer. */
const mostItems = 1_000
/** Levels of a value that is JSON. */
const deepest = 64

/** Returns the tree with the variables applied. Items of lists that are named by their number are merged. */
export function withEnvironment(document: ConfigTree, environment: Environment): ConfigTree {
  const overrides = overridesOf(environment)
  // A document with too many levels is refused later, with their number.
  if (overrides.length === 0) return document
  const tree: unknown = structuredClone(document)
  for (const { path, value } of overrides) put(tree, path, value)
  return isTree(tree) ? tree : document
}

/**
 * Returns a line for each key of a document that a variable overrides, and for each variable that is not understood.
 */
export function environmentWarnings(document: ConfigTree, environment: Environment): readonly string[] {
  const outweighed = overridesOf(environment).flatMap(({ variable, path, value }) => {
    const named = path.reduce<unknown>(
      (node, key) => (typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined),
      document,
    )
    if (named === undefined || JSON.stringify(value) === JSON.stringify(named)) return []
    return [`${path.join('.')} of the file has no effect: the variable ${variable} counts`]
  })
  const unknown = Object.keys(environment)
    .filter((name) => (environment[name] ?? '') !== '' && looksLikeOurs(name) && !notOurs.test(name))
    .filter((name) => keyOf(name) === undefined)
    .map(
      (name) =>
        `the variable ${name} names no key of the identity configuration, and has no effect; check its spelling`,
    )
  return [...outweighed, ...unknown]
}

/** Returns the set variables that name a key of a kratos.yml. */
export function variablesOfKeys(environment: Environment): readonly string[] {
  return Object.keys(environment).filter((name) => (environment[name] ?? '') !== '' && keyOf(name) !== undefined)
}

/** Returns whole lists and mappings first, so that variables for parts of them take precedence. */
function overridesOf(environment: Environment): readonly Override[] {
  return Object.entries(environment)
    .flatMap(([variable, value]): readonly Override[] => {
      const key = value === undefined || value === '' ? undefined : keyOf(variable)
      return key === undefined || value === undefined
        ? []
        : [{ variable, path: key.path, value: coerce(value, key.type) }]
    })
    .toSorted((one, other) => one.path.length - other.path.length)
}

/** Returns the key that a variable names: a numeric word is the index of a list item. */
function keyOf(variable: string) {
  const words = variable.split('_')
  const numbers = words.filter((word) => /^\d{1,9}$/.test(word)).map(Number)
  const key =
    environmentKeys.get(variable) ??
    environmentKeys.get(words.map((word) => (/^\d{1,9}$/.test(word) ? '#' : word)).join('_'))
  if (key === undefined || numbers.some((number) => number > mostItems)) return undefined
  return { type: key.type, path: key.path.map((part) => (part === '#' ? (numbers.shift() ?? 0) : part)) }
}

/** Converts a value to the type of its key. An unreadable value stays text, for the schema to refuse. */
function coerce(value: string, type: FileKey['type']): unknown {
  if (type === 'boolean') return { true: true, '1': true, false: false, '0': false }[value.toLowerCase()] ?? value
  if (type === 'number') return Number.isNaN(Number(value)) ? value : Number(value)
  if (type === 'text') return value
  const read = parseJsonBody(value, { depth: deepest })
  if (read.kind === 'document' && typeof read.document === 'object' && read.document !== null) return read.document
  return type === 'list' ? value.split(',').map((item) => item.trim()) : value
}

function put(tree: unknown, path: readonly (string | number)[], value: unknown): void {
  let node: unknown = tree
  for (const [index, key] of path.entries()) {
    if (typeof node !== 'object' || node === null) return
    if (index === path.length - 1) {
      Reflect.set(node, key, value)
      return
    }
    const inner: unknown = Object.hasOwn(node, key) ? Reflect.get(node, key) : undefined
    const isList = typeof path[index + 1] === 'number'
    const fits = isList ? Array.isArray(inner) : isTree(inner)
    const next: unknown = fits ? inner : isList ? [] : {}
    Reflect.set(node, key, next)
    node = next
  }
}
