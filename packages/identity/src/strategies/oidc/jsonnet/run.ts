import { evaluate } from './evaluate.ts'
import { ProgramFault } from './fault.ts'
import { createLibrary, isInLibrary } from './library.ts'
import { parse } from './parse.ts'
import type { Expression } from './syntax.ts'
import { toJson } from './values.ts'

const mostSteps = 100_000
const deepest = 400

/**
 * The part of Jsonnet that claims mappers are written in: everything but imports, slices, text blocks and the rarer
 * functions of `std`. Reads no file and asks no network. Undefined: the program is such; else why not.
 */
export function programFault(program: string): string | undefined {
  try {
    const unknown = unknownFunction(parse(program))
    return unknown === undefined ? undefined : `std.${unknown} is not supported`
  } catch (error) {
    if (error instanceof ProgramFault) return error.message
    throw error
  }
}

/** Works a program out; the result is JSON. Throws a `ProgramFault`. */
export function run(program: string, external: Readonly<Record<string, unknown>>): unknown {
  const std = createLibrary(external)
  const budget = { steps: mostSteps, depth: deepest }
  try {
    return toJson(evaluate(parse(program), { names: new Map([['std', () => std]]) }, budget))
  } catch (error) {
    if (error instanceof RangeError) throw new ProgramFault('the program does not come to an end')
    throw error
  }
}

/** The first function of `std` that the program names and this library lacks. */
function unknownFunction(expression: Expression): string | undefined {
  const pending: unknown[] = [expression]
  while (pending.length > 0) {
    const node = pending.pop()
    if (typeof node !== 'object' || node === null) continue
    const name = libraryName(node)
    if (name !== undefined && !isInLibrary(name)) return name
    pending.push(...Object.values(node))
  }
  return undefined
}

function libraryName(node: object): string | undefined {
  if (!('kind' in node) || node.kind !== 'index' || !('target' in node) || !('key' in node)) return undefined
  const { target, key } = node
  const isStd = isNode(target) && target['kind'] === 'variable' && target['name'] === 'std'
  return isStd && isNode(key) && typeof key['value'] === 'string' ? key['value'] : undefined
}

function isNode(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
