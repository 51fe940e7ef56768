import { isObject } from '../run/json.ts'
import { faultsOfText, type Bindings, type Fault } from './placeholders.ts'

/**
 * Compares a value with the recorded one: one line per fault. Everything is compared: keys, lengths, order of lists. A
 * list recorded as `{"(each)": …}` has any length, and each of its entries is like that.
 */
export function faultsOfValue(recorded: unknown, actual: unknown, bindings: Bindings, at = ''): readonly Fault[] {
  if (recorded === '(any)') return actual === undefined ? [{ at, text: `should be there` }] : []
  if (typeof recorded === 'string') {
    if (typeof actual !== 'string') return [{ at, text: `should be ${recorded}, is ${show(actual)}` }]
    return faultsOfText(recorded, actual, bindings, at)
  }
  if (Array.isArray(recorded)) return faultsOfList(recorded, actual, bindings, at)
  if (!isObject(recorded)) {
    return Object.is(recorded, actual) ? [] : [{ at, text: `should be ${show(recorded)}, is ${show(actual)}` }]
  }
  if (recorded['(each)'] !== undefined) return faultsOfEach(recorded['(each)'], actual, at)
  if (!isObject(actual)) return [{ at, text: `should be an object, is ${show(actual)}` }]
  const unknown = Object.keys(actual).filter((key) => !Object.hasOwn(recorded, key))
  return [
    ...unknown.map((key) => ({ at: `${at}.${key}`, text: `should be absent, is ${show(actual[key])}` })),
    ...Object.entries(recorded).flatMap(([key, value]) =>
      Object.hasOwn(actual, key)
        ? faultsOfValue(value, actual[key], bindings, `${at}.${key}`)
        : [{ at: `${at}.${key}`, text: `should be ${show(value)}, is absent` }],
    ),
  ]
}

function faultsOfList(recorded: readonly unknown[], actual: unknown, bindings: Bindings, at: string) {
  if (!Array.isArray(actual)) return [{ at, text: `should be a list, is ${show(actual)}` }]
  const values: readonly unknown[] = actual
  const length = Math.max(recorded.length, values.length)
  return Array.from({ length }, (_, index) => index).flatMap((index) => {
    const where = `${at}[${index}]`
    if (index >= recorded.length) return [{ at: where, text: `should be absent, is ${show(values[index])}` }]
    if (index >= values.length) return [{ at: where, text: `should be ${show(recorded[index])}, is absent` }]
    return faultsOfValue(recorded[index], values[index], bindings, where)
  })
}

/** Compares the keys that every entry has, and those that some have. */
function faultsOfEach(shape: unknown, actual: unknown, at: string): readonly Fault[] {
  if (!Array.isArray(actual) || actual.length === 0)
    return [{ at, text: `should be a list with entries, is ${show(actual)}` }]
  const always = isObject(shape) && Array.isArray(shape['always']) ? shape['always'].map(String) : []
  const sometimes = isObject(shape) && Array.isArray(shape['sometimes']) ? shape['sometimes'].map(String) : []
  return actual.flatMap((entry, index) => {
    if (!isObject(entry)) return [{ at: `${at}[${index}]`, text: 'should be an object' }]
    const missing = always.filter((key) => !Object.hasOwn(entry, key))
    const unknown = Object.keys(entry).filter((key) => !always.includes(key) && !sometimes.includes(key))
    return [
      ...missing.map((key) => ({ at: `${at}[${index}].${key}`, text: 'should be there' })),
      ...unknown.map((key) => ({ at: `${at}[${index}].${key}`, text: 'should be absent' })),
    ]
  })
}

function show(value: unknown): string {
  return value === undefined ? 'absent' : JSON.stringify(value).slice(0, 300)
}
