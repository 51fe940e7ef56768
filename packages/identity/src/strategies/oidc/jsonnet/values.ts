import { ProgramFault } from './fault.ts'

/** A value that is worked out when it is first asked for. */
export type Thunk = () => Value
export type Value = null | boolean | number | string | List | Table | Callable

export class List {
  readonly items: readonly Thunk[]
  constructor(items: readonly Thunk[]) {
    this.items = items
  }
}

/** A function; `names` are its parameters. */
export class Callable {
  readonly call: (positional: readonly Thunk[], named: ReadonlyMap<string, Thunk>) => Value
  constructor(call: Callable['call']) {
    this.call = call
  }
}

/** A field in one layer of an object. `self` is the whole object, `below` the number of layers under this one. */
export interface Field {
  readonly hidden: boolean
  readonly plus: boolean
  readonly body: (self: Table, below: number) => Value
}

/** An object: layers of fields, the last one on top. `a + b` lays one over the other. */
export class Table {
  readonly layers: readonly ReadonlyMap<string, Field>[]
  readonly #known = new Map<string, Value>()
  constructor(layers: readonly ReadonlyMap<string, Field>[]) {
    this.layers = layers
  }

  /** The value of a field, seen from below a layer (`super`) or from the top. Absent: no such field. */
  get(name: string, below = this.layers.length): Value | undefined {
    const isTop = below === this.layers.length
    const known = isTop ? this.#known.get(name) : undefined
    if (known !== undefined) return known
    const at = this.layers.slice(0, below).findLastIndex((layer) => layer.has(name))
    const field = this.layers[at]?.get(name)
    if (!field) return undefined
    const own = field.body(this, at)
    const under = field.plus ? this.get(name, at) : undefined
    const value = under === undefined ? own : add(under, own)
    if (isTop) this.#known.set(name, value)
    return value
  }

  has(name: string): boolean {
    return this.layers.some((layer) => layer.has(name))
  }

  /** Names of the fields that show, sorted. */
  names(): readonly string[] {
    const all = [...new Set(this.layers.flatMap((layer) => [...layer.keys()]))]
    return all.filter((name) => !this.layers.findLast((layer) => layer.has(name))?.get(name)?.hidden).toSorted()
  }
}

/** `+` of any two values. */
export function add(left: Value, right: Value): Value {
  if (typeof left === 'string' || typeof right === 'string') return textOf(left) + textOf(right)
  if (typeof left === 'number' && typeof right === 'number') return left + right
  if (left instanceof List && right instanceof List) return new List([...left.items, ...right.items])
  if (left instanceof Table && right instanceof Table) return new Table([...left.layers, ...right.layers])
  throw new ProgramFault(`${typeOf(left)} and ${typeOf(right)} cannot be added`)
}

export function typeOf(value: Value): string {
  if (value === null) return 'null'
  if (value instanceof List) return 'array'
  if (value instanceof Table) return 'object'
  return value instanceof Callable ? 'function' : typeof value
}

/** A value as it reads inside a text. */
export function textOf(value: Value): string {
  return typeof value === 'string' ? value : JSON.stringify(toJson(value))
}

const deepest = 100

/** A value as JSON. Functions have none. */
export function toJson(value: Value, depth = 0): unknown {
  if (depth > deepest) throw new ProgramFault('the result is nested too deeply')
  if (value instanceof Callable) throw new ProgramFault('a function is no result')
  if (value instanceof List) return value.items.map((item) => toJson(item(), depth + 1))
  if (!(value instanceof Table)) return value
  return Object.fromEntries(value.names().map((name) => [name, toJson(value.get(name) ?? null, depth + 1)]))
}

/** JSON as a value. */
export function fromJson(json: unknown): Value {
  if (Array.isArray(json)) return new List(json.map((item: unknown) => () => fromJson(item)))
  if (typeof json === 'object' && json !== null) {
    const fields = Object.entries(json).map(
      ([name, part]) => [name, { hidden: false, plus: false, body: () => fromJson(part) }] as const,
    )
    return new Table([new Map(fields)])
  }
  return typeof json === 'boolean' || typeof json === 'number' || typeof json === 'string' ? json : null
}

export function isEqual(left: Value, right: Value): boolean {
  return typeOf(left) === typeOf(right) && canonical(left) === canonical(right)
}

function canonical(value: Value): string {
  return JSON.stringify(toJson(value))
}
