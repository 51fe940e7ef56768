import { isObject } from '../run/json.ts'
import { faultsOfText } from './placeholders.ts'
import type { Bindings } from './placeholders.ts'

/**
 * Where a value is not as recorded, one line per fault. Everything is compared: keys, lengths, order of lists. A list
 * recorded as `{"(each)": …}` has any length, and each of its entries is like that.
 */
export function faultsOfValue(recorded: unknown, actual: unknown, bindings: Bindings, path = ''): readonly string[] {
  if (recorded === '(any)') return actual === undefined ? [`${path} should be there`] : []
  if (typeof recorded === 'string') {
    if (typeof actual !== 'string') return [`${path} should be ${recorded}, is ${show(actual)}`]
    return faultsOfText(recorded, actual, bindings, path)
  }
  if (Array.isArray(recorded)) return faultsOfList(recorded, actual, bindings, path)
  if (!isObject(recorded)) {
    return Object.is(recorded, actual) ? [] : [`${path} should be ${show(recorded)}, is ${show(actual)}`]
  }
  if (recorded['(each)'] !== undefined) return faultsOfEach(recorded['(each)'], actual, path)
  if (!isObject(actual)) return [`${path} should be an object, is ${show(actual)}`]
  const unknown = Object.keys(actual).filter((key) => !Object.hasOwn(recorded, key))
  return [
    ...unknown.map((key) => `${path}.${key} should be absent, is ${show(actual[key])}`),
    ...Object.entries(recorded).flatMap(([key, value]) =>
      Object.hasOwn(actual, key)
        ? faultsOfValue(value, actual[key], bindings, `${path}.${key}`)
        : [`${path}.${key} should be ${show(value)}, is absent`],
    ),
  ]
}

function faultsOfList(recorded: readonly unknown[], actual: unknown, bindings: Bindings, path: string) {
  if (!Array.isArray(actual)) return [`${path} should be a list, is ${show(actual)}`]
  const values: readonly unknown[] = actual
  const length = Math.max(recorded.length, values.length)
  return Array.from({ length }, (_, index) => index).flatMap((index) => {
    const where = `${path}[${index}]`
    if (index >= recorded.length) return [`${where} should be absent, is ${show(values[index])}`]
    if (index >= values.length) return [`${where} should be ${show(recorded[index])}, is absent`]
    return faultsOfValue(recorded[index], values[index], bindings, where)
  })
}

/** Keys that every entry has, and those that some have. */
function faultsOfEach(shape: unknown, actual: unknown, path: string): readonly string[] {
  if (!Array.isArray(actual) || actual.length === 0) return [`${path} should be a list with entries, is ${show(actual)}`]
  const always = isObject(shape) && Array.isArray(shape['always']) ? shape['always'].map(String) : []
  const sometimes = isObject(shape) && Array.isArray(shape['sometimes']) ? shape['sometimes'].map(String) : []
  return actual.flatMap((entry, index) => {
    if (!isObject(entry)) return [`${path}[${index}] should be an object`]
    const missing = always.filter((key) => !Object.hasOwn(entry, key))
    const unknown = Object.keys(entry).filter((key) => !always.includes(key) && !sometimes.includes(key))
    return [
      ...missing.map((key) => `${path}[${index}].${key} should be there`),
      ...unknown.map((key) => `${path}[${index}].${key} should be absent`),
    ]
  })
}

function show(value: unknown): string {
  return value === undefined ? 'absent' : JSON.stringify(value).slice(0, 300)
}
