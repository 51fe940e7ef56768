import { ProgramFault } from './fault.ts'
import { Callable, fromJson, isEqual, List, Table, textOf, toJson, typeOf } from './values.ts'
import type { Field, Thunk, Value } from './values.ts'

type Native = (...values: readonly Value[]) => Value

const isA =
  (type: string): Native =>
  (value = null) =>
    typeOf(value) === type

/** The functions of `std` that claims mappers use. Others are a fault of the program, told at start. */
const functions: Readonly<Record<string, Native>> = {
  type: (value = null) => typeOf(value),
  isString: isA('string'),
  isNumber: isA('number'),
  isBoolean: isA('boolean'),
  isObject: isA('object'),
  isArray: isA('array'),
  isFunction: isA('function'),
  length: (value = null) => lengthOf(value),
  objectHas: (object = null, name = null) => typeof name === 'string' && table(object).names().includes(name),
  objectHasAll: (object = null, name = null) => typeof name === 'string' && table(object).has(name),
  objectFields: (object = null) => fromJson(table(object).names()),
  objectValues: (object = null) =>
    new List(
      table(object)
        .names()
        .map((name) => () => table(object).get(name) ?? null),
    ),
  get: (object = null, name = null, standard = null) => table(object).get(text(name)) ?? standard,
  toString: (value: Value = null) => textOf(value),
  prune: (value = null) => pruned(value) ?? emptyOf(value),
  asciiLower: (value = null) => text(value).replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()),
  asciiUpper: (value = null) => text(value).replaceAll(/[a-z]/g, (letter) => letter.toUpperCase()),
  startsWith: (value = null, part = null) => text(value).startsWith(text(part)),
  endsWith: (value = null, part = null) => text(value).endsWith(text(part)),
  split: (value = null, mark = null) => fromJson(text(value).split(text(mark))),
  join: (mark = null, list = null) => joined(mark, list),
  substr: (value = null, from = null, length = null) =>
    [...text(value)].slice(Number(from), Number(from) + Number(length)).join(''),
  strReplace: (value = null, from = null, to = null) => text(value).replaceAll(text(from), () => text(to)),
  stripChars: (value = null, characters = null) => stripped(text(value), text(characters)),
  trim: (value = null) => text(value).trim(),
  parseJson: (value = null) => parsed(text(value)),
  parseInt: (value = null) => whole(text(value)),
  member: (list = null, wanted = null) =>
    typeof list === 'string' ? list.includes(text(wanted)) : items(list).some((item) => isEqual(item(), wanted)),
  filter: (test = null, list = null) => new List(items(list).filter((item) => apply(test, item) === true)),
  map: (change = null, list = null) => new List(items(list).map((item) => () => apply(change, item))),
  mergePatch: (target = null, patch = null) => fromJson(merged(toJson(target), toJson(patch))),
  manifestJsonEx: (value = null, indent = null) => JSON.stringify(toJson(value), null, text(indent)),
  manifestJsonMinified: (value = null) => JSON.stringify(toJson(value)),
}

const names: ReadonlySet<string> = new Set([...Object.keys(functions), 'extVar'])

/** True if `std` has a function of this name here. */
export function isInLibrary(name: string): boolean {
  return names.has(name)
}

/** `std`, with these external variables. */
export function createLibrary(external: Readonly<Record<string, unknown>>): Table {
  const all: Readonly<Record<string, Native>> = {
    ...functions,
    extVar: (name = null) => {
      if (typeof name !== 'string' || !Object.hasOwn(external, name)) {
        throw new ProgramFault(`there is no external variable ${textOf(name)}`)
      }
      return fromJson(external[name])
    },
  }
  const fields = Object.entries(all).map(([name, native]): [string, Field] => {
    const callable = new Callable((positional, named) =>
      native(...[...positional, ...named.values()].map((arg) => arg())),
    )
    return [name, { hidden: true, plus: false, body: () => callable }]
  })
  return new Table([new Map(fields)])
}

function apply(callee: Value, argument: Thunk): Value {
  if (!(callee instanceof Callable)) throw new ProgramFault(`${typeOf(callee)} is no function`)
  return callee.call([argument], new Map())
}

function text(value: Value): string {
  if (typeof value !== 'string') throw new ProgramFault(`a text was expected instead of ${typeOf(value)}`)
  return value
}

function table(value: Value): Table {
  if (!(value instanceof Table)) throw new ProgramFault(`an object was expected instead of ${typeOf(value)}`)
  return value
}

function items(value: Value): readonly Thunk[] {
  if (!(value instanceof List)) throw new ProgramFault(`an array was expected instead of ${typeOf(value)}`)
  return value.items
}

function lengthOf(value: Value): number {
  if (typeof value === 'string') return [...value].length
  return value instanceof Table ? value.names().length : items(value).length
}

function joined(mark: Value, list: Value): Value {
  const present = items(list)
    .map((item) => item())
    .filter((item) => item !== null)
  if (typeof mark === 'string') return present.map(text).join(mark)
  return new List(present.flatMap((part, at) => (at === 0 ? items(part) : [...items(mark), ...items(part)])))
}

function stripped(value: string, characters: string): string {
  const letters = [...value]
  const from = letters.findIndex((letter) => !characters.includes(letter))
  return from < 0
    ? ''
    : letters.slice(from, letters.findLastIndex((letter) => !characters.includes(letter)) + 1).join('')
}

function parsed(value: string): Value {
  try {
    return fromJson(JSON.parse(value))
  } catch {
    throw new ProgramFault('std.parseJson was given no JSON')
  }
}

function whole(value: string): number {
  if (!/^-?\d+$/.test(value)) throw new ProgramFault('std.parseInt was given no number')
  return Number(value)
}

/** Without nulls, empty arrays and empty objects; nothing if nothing is left. */
function pruned(value: Value): Value | undefined {
  if (value === null) return undefined
  if (value instanceof List) {
    const kept = value.items.flatMap((item) => pruned(item()) ?? [])
    return kept.length === 0 ? undefined : new List(kept.map((item) => () => item))
  }
  if (!(value instanceof Table)) return value
  const kept = value.names().flatMap((name) => {
    const part = pruned(value.get(name) ?? null)
    return part === undefined ? [] : [[name, { hidden: false, plus: false, body: () => part }] as const]
  })
  return kept.length === 0 ? undefined : new Table([new Map(kept)])
}

function emptyOf(value: Value): Value {
  if (value instanceof List) return new List([])
  return value instanceof Table ? new Table([new Map()]) : null
}

/** RFC 7396. */
function merged(target: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch
  const base = typeof target === 'object' && target !== null && !Array.isArray(target) ? target : {}
  const result = new Map<string, unknown>(Object.entries(base))
  for (const [name, part] of Object.entries(patch)) {
    if (part === null) result.delete(name)
    else result.set(name, merged(result.get(name), part))
  }
  return Object.fromEntries(result)
}
