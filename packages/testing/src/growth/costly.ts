/** A configuration that the developer of a project asks for, as large or as slow as it may be, or a little more. */
export interface CostlyConfiguration {
  readonly name: string
  /** Whether it is stored; refused ones are read as well. */
  readonly outcome: 'stored' | 'refused'
  /** The requests, one after the other; the last one decides. `path` is below the project's own. */
  readonly requests: readonly CostlyRequest[]
}

/** One of them. */
export interface CostlyRequest {
  readonly method: 'PATCH' | 'PUT' | 'POST'
  readonly path: string
  readonly body: unknown
  /** Sent as it is, with this type. */
  readonly type?: string
}

/** A document as a configuration names it. */
export const base64 = (text: string) => `base64://${Buffer.from(text).toString('base64')}`
/** A list of so many. */
export const range = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at))
/** An object of so many fields. */
export const named = <T>(count: number, make: (index: number) => T, prefix = 'p'): Record<string, T> =>
  Object.fromEntries(range(count, (index) => [`${prefix}${index}`, make(index)]))
/** A value with so much around it. */
export const nested = (levels: number, inner: unknown, wrap: (within: unknown) => unknown): unknown =>
  range(levels, () => wrap).reduce((within, each) => each(within), inner)

/** A value at a place of the identity configuration. */
export const at = (part: string, value: unknown): readonly CostlyRequest[] => [
  { method: 'PATCH', path: '', body: [{ op: 'add', path: `/services/identity/config/${part}`, value }] },
]
