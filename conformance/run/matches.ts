import { absent, anything } from '../scenarios/scenario.ts'
import { isObject } from './json.ts'

/** Tells whether a text is as expected; `*` stands for anything. */
export function matchesText(expected: string, actual: string): boolean {
  if (!expected.includes('*')) return expected === actual
  const pattern = expected.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${pattern.join('[^]*')}$`).test(actual)
}

/** Compares a value with the expected one: one line per fault. Objects may have more keys; lists must be as long. */
export function faultsOfPart(expected: unknown, actual: unknown, path: string): readonly string[] {
  if (expected === absent) return actual === undefined ? [] : [`${path} should be absent, is ${show(actual)}`]
  if (expected === anything) return actual === undefined ? [`${path} should be there`] : []
  if (typeof expected === 'string') {
    const same = typeof actual === 'string' && matchesText(expected, actual)
    return same ? [] : [`${path} should be ${show(expected)}, is ${show(actual)}`]
  }
  if (Array.isArray(expected)) return faultsOfList(expected, actual, path)
  if (isObject(expected)) {
    if (!isObject(actual)) return [`${path} should be an object, is ${show(actual)}`]
    return Object.entries(expected).flatMap(([key, value]) => faultsOfPart(value, actual[key], `${path}.${key}`))
  }
  return Object.is(expected, actual) ? [] : [`${path} should be ${show(expected)}, is ${show(actual)}`]
}

function faultsOfList(expected: readonly unknown[], actual: unknown, path: string): readonly string[] {
  if (!Array.isArray(actual)) return [`${path} should be a list, is ${show(actual)}`]
  if (actual.length !== expected.length) {
    return [`${path} should have ${expected.length} entries, has ${actual.length}: ${show(actual)}`]
  }
  return expected.flatMap((value, index) => faultsOfPart(value, actual[index], `${path}[${index}]`))
}

/** Compares rows of text with the expected ones. Without `inOrder` any order will do. */
export function faultsOfRows(
  what: string,
  expected: readonly string[],
  actual: readonly string[],
  inOrder: boolean,
): readonly string[] {
  const left = [...actual]
  const missing = expected.filter((row) => {
    const found = left.findIndex((one) => matchesText(row, one))
    if (found >= 0) left.splice(found, 1)
    return found < 0
  })
  const faults = [...missing.map((row) => `no ${what}: ${row}`), ...left.map((row) => `unexpected ${what}: ${row}`)]
  if (faults.length > 0 || !inOrder) return faults
  const moved = expected.findIndex((row, index) => !matchesText(row, actual[index] ?? ''))
  return moved < 0 ? [] : [`${what}s in another order: ${actual.join(' | ')}`]
}

function show(value: unknown): string {
  return value === undefined ? 'absent' : JSON.stringify(value).slice(0, 400)
}
