import { ProgramFault } from './fault.ts'
import { add, isEqual, Table, typeOf } from './values.ts'
import type { Thunk, Value } from './values.ts'

const arithmetic: Readonly<Record<string, (a: number, b: number) => number>> = {
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
  '<<': (a, b) => a << b,
  '>>': (a, b) => a >> b,
  '&': (a, b) => a & b,
  '|': (a, b) => a | b,
  '^': (a, b) => a ^ b,
}

const comparison: Readonly<Record<string, (a: number | string, b: number | string) => boolean>> = {
  '<': (a, b) => a < b,
  '>': (a, b) => a > b,
  '<=': (a, b) => a <= b,
  '>=': (a, b) => a >= b,
}

export function unary(operator: string, value: Value): Value {
  if (operator === '!' && typeof value === 'boolean') return !value
  if (operator === '-' && typeof value === 'number') return -value
  if (operator === '+' && typeof value === 'number') return value
  if (operator === '~' && typeof value === 'number') return ~value
  throw new ProgramFault(`"${operator}" cannot be used on ${typeOf(value)}`)
}

/** `&&` and `||` look at their right side only if they have to. */
export function binary(operator: string, left: Thunk, right: Thunk): Value {
  const a = left()
  if (operator === '&&' || operator === '||') {
    if (a === (operator === '||')) return a
    const b = right()
    if (typeof a === 'boolean' && typeof b === 'boolean') return b
    throw new ProgramFault(`"${operator}" needs truth values`)
  }
  const b = right()
  if (operator === '+') return add(a, b)
  if (operator === '==') return isEqual(a, b)
  if (operator === '!=') return !isEqual(a, b)
  if (operator === 'in' && typeof a === 'string' && b instanceof Table) return b.has(a)
  const compare = comparison[operator]
  if (compare && typeof a === 'string' && typeof b === 'string') return compare(a, b)
  if (typeof a === 'number' && typeof b === 'number') {
    if (compare) return compare(a, b)
    const result = arithmetic[operator]?.(a, b)
    if (result !== undefined && Number.isFinite(result)) return result
  }
  throw new ProgramFault(`"${operator}" cannot be used on ${typeOf(a)} and ${typeOf(b)}`)
}
