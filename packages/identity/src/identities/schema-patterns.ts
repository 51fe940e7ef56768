import { RE2JS } from 're2js'

import { schemaBounds } from '../configuration/bounds.ts'
import type { CheckBudget } from './check-budget.ts'
import { patternSize } from './pattern-size.ts'
import { schemaParts, type SchemaPart } from './schema-keywords.ts'

/**
 * Patterns come from operators who may change a schema, texts from visitors: a pattern runs in time that is linear in
 * the text (RE2, the engine of Kratos' own patterns), and all patterns of one check together have a budget.
 */

/** Instructions of the largest pattern, so that a check by it fits into the budget. */
const mostInstructions = 600
/**
 * Instructions up to which a pattern is compiled to be counted exactly: alternatives with the same beginning take fewer
 * than they seem to.
 */
const mostToCompile = 10 * mostInstructions
/** Steps of the budget for compiling a text of the format `regex`, by its parts. */
const stepsOfCompiling = { character: 2, instruction: 8, class: 700 } as const
/** Characters of the longest pattern, as compiling it takes time. */
const longestPattern = 2_000

/** A pattern as ajv uses it. */
interface Pattern {
  test(text: string): boolean
}

/** The pattern engine for ajv: compiles a pattern, or throws an Error with its fault. */
export type PatternEngine = ((source: string) => Pattern) & { readonly code: string }

/**
 * Creates patterns that use a budget: one step for each character and each instruction that may run there. A step takes
 * a fifth of a microsecond in RE2's worst case.
 */
export function createPatternEngine(budget: CheckBudget): PatternEngine {
  // Each is compiled for two callers: the search for faults, and ajv.
  const compiled = new Map<string, Compiled>()
  const make = (source: string): Pattern => {
    const pattern = compiled.get(source) ?? compilePattern(source)
    compiled.set(source, pattern)
    return {
      test: (text) => {
        budget.spend(text.length * pattern.stepsPerCharacter)
        return pattern.test(text)
      },
    }
  }
  return Object.assign(make, { code: 'schemaPattern' })
}

/** Returns the first pattern of a schema that cannot be run, with its position and the reason. Nothing: all can. */
export function patternFault(
  schema: unknown,
  make: (source: string) => Pattern,
  at = '#',
  areNames = false,
): string | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined
  for (const { key, value, kind, holdsNames } of schemaParts(schema, areNames)) {
    if (kind === 'value') continue
    const fault =
      faultOf(sourcesOf(key, value, kind), make, `${at}/${key}`) ??
      patternFault(value, make, `${at}/${key}`, holdsNames)
    if (fault !== undefined) return fault
  }
  return undefined
}

function sourcesOf(key: string, value: unknown, kind: SchemaPart['kind']): readonly string[] {
  if (kind === 'keyword' && key === 'pattern' && typeof value === 'string') return [value]
  const names = kind === 'keyword' && key === 'patternProperties' && typeof value === 'object' && value !== null
  return names ? Object.keys(value) : []
}

function faultOf(sources: readonly string[], make: (source: string) => Pattern, pointer: string): string | undefined {
  for (const source of sources) {
    try {
      make(source)
    } catch (cause) {
      const shown = source.length > 100 ? `${source.slice(0, 100)}…` : source
      return `has a pattern at ${pointer} that cannot be used: "${shown}" ${cause instanceof Error ? cause.message : ''}`
    }
  }
  return undefined
}

/** Checks that RE2 can run a text as a pattern: the format `regex`. Visitors send it, so it uses the budget. */
export function isPattern(text: string, budget: CheckBudget): boolean {
  const { instructions, classes } = patternSize(text)
  if (sizeFaultOf(text) !== undefined) return false
  const { character, instruction, class: each } = stepsOfCompiling
  budget.spend(text.length * character + instructions * instruction + classes * each)
  try {
    compile(text)
    return true
  } catch {
    return false
  }
}

interface Compiled extends Pattern {
  readonly stepsPerCharacter: number
}

function compilePattern(source: string): Compiled {
  const fault = sizeFaultOf(source)
  if (fault !== undefined) throw new Error(fault)
  return ofOneClass(source) ?? ofRe2(source)
}

/** Returns the fault of a pattern that is not even compiled, as that alone would take too long. */
function sizeFaultOf(source: string): string | undefined {
  if (source.length > longestPattern) return `has more than ${longestPattern} characters`
  const { instructions, classes } = patternSize(source)
  if (classes > schemaBounds.classes) return `has more than ${schemaBounds.classes} classes of Unicode (\\p{…})`
  return instructions > mostToCompile && !countedClass.test(source) ? tooMany(instructions) : undefined
}

function tooMany(instructions: number): string {
  return `takes ${instructions} instructions, and at most ${mostInstructions} are allowed: ask for lengths by minLength and maxLength`
}

function ofRe2(source: string): Compiled {
  const compiled = compile(source)
  const instructions = compiled.programSize()
  if (instructions > mostInstructions) {
    throw new Error(tooMany(instructions))
  }
  // If every character leads to one next instruction only, RE2 follows just that one.
  const stepsPerCharacter = compiled.re2Input.onepass === null ? instructions : 1
  return { stepsPerCharacter, test: (text) => compiled.test(text) }
}

function compile(source: string): RE2JS {
  try {
    return RE2JS.compile(source)
  } catch (fault) {
    const translated = translate(source)
    if (translated !== undefined) return translated
    throw new Error(`is none that RE2 can run: ${fault instanceof Error ? reasonOf(fault) : String(fault)}`, {
      cause: fault,
    })
  }
}

/** Escapes that are the same in both engines, and those of JavaScript that RE2 writes in another way. */
const translatable = /^(?:[^\\]|\\(?:u[\da-f]{4}|x[\da-f]{2}|c[a-z]|[bdfnrstvw]|[^a-z\d]))*$/is

/** Translates spellings that only JavaScript has, such as `\u0041` and `[^]`, to those of RE2. */
function translate(source: string): RE2JS | undefined {
  if (!translatable.test(source)) return undefined
  try {
    return RE2JS.compile(RE2JS.translateRegExp(source))
  } catch {
    return undefined
  }
}

function reasonOf({ message }: Error): string {
  const reason = message.replace(/^error parsing regexp: /, '')
  const looksAround = /\(\?<?[=!]|invalid named capture: `\(\?<[=!]/.test(reason)
  if (looksAround) return `it has no lookahead and no lookbehind (${reason})`
  return /invalid escape sequence: `\\[1-9k]/.test(reason) ? `it has no back-references (${reason})` : reason
}

/** A class of code points with a number of repetitions: `^.{0,1000}$`. */
const countedClass = /^\^(\.|\\[dDwWsS]|\[(?:\\.|[^\\[\]])+\])\{(\d{1,5})(?:(,)(\d{0,5}))?\}\$$/s

/**
 * Reads the usual pattern of a maximum length, which costs no work, although RE2 needs an instruction for each
 * repetition and allows no more than a thousand.
 */
function ofOneClass(source: string): Compiled | undefined {
  const [, oneOf, least = '', comma, most = ''] = countedClass.exec(source) ?? []
  if (oneOf === undefined) return undefined
  const all = compile(`^${oneOf}*$`)
  const [from, to] = [Number(least), comma === undefined ? Number(least) : most === '' ? Infinity : Number(most)]
  return {
    stepsPerCharacter: 1,
    test: (text) => {
      const length = codePoints(text)
      return length >= from && length <= to && all.test(text)
    },
  }
}

function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}
