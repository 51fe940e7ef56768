import { isObject } from '../run/json.ts'
import { placeholder, type Bindings } from './placeholders.ts'

/** The values that fill the requests of one recording. */
export interface Sources {
  readonly bindings: Bindings
  /** Finds the value of a placeholder that no answer has shown yet; `where` is the text before it. */
  readonly find: (name: string, where: string) => Promise<string>
}

/** Fills the placeholders of a request with values, and remembers these. */
export async function fillRequest(value: unknown, sources: Sources, where = ''): Promise<unknown> {
  if (typeof value === 'string') return fillText(value, sources, where)
  if (Array.isArray(value)) return Promise.all(value.map((one) => fillRequest(one, sources, where)))
  if (!isObject(value)) return value
  const filled: Record<string, unknown> = {}
  // One after the other: a value may have to be waited for.
  for (const [key, one] of Object.entries(value)) filled[key] = await fillRequest(one, sources, key)
  return filled
}

export async function fillText(text: string, { bindings, find }: Sources, where: string): Promise<string> {
  let filled = ''
  let from = 0
  for (const found of text.matchAll(placeholder)) {
    const name = found[0].slice(1, -1)
    filled += text.slice(from, found.index)
    const value = bindings.get(name) ?? (await find(name, filled === '' ? where : filled))
    if (/\d$/.test(name)) bindings.set(name, value)
    filled += value
    from = found.index + found[0].length
  }
  return filled + text.slice(from)
}
