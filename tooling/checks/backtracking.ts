import { createRequire } from 'node:module'
import { Visitor, parseSync } from 'oxc-parser'
import type * as Recheck from 'recheck'
import type { Finding } from './finding.ts'

// The variant for browsers: in JavaScript alone, so that every machine comes to the same verdict.
const recheck = createRequire(import.meta.url)('recheck/lib/browser.js') as typeof Recheck

/** A regular expression of a program. */
export interface Pattern {
  readonly path: string
  readonly line: number
  readonly source: string
  readonly flags: string
}

/**
 * Returns the patterns of a program, and findings for those that are put together while it runs, which cannot be judged
 * before.
 */
export function patternsOf(
  path: string,
  text: string,
): { readonly patterns: readonly Pattern[]; readonly findings: readonly Finding[] } {
  const patterns: Pattern[] = []
  const findings: Finding[] = []
  const lineOf = (start: number) => text.slice(0, start).split('\n').length
  const made = (callee: { readonly type: string; readonly name?: unknown }, start: number) => {
    if (callee.type === 'Identifier' && callee.name === 'RegExp')
      findings.push({ path, line: lineOf(start), message: 'makes a pattern at run time; write it out, or use RE2' })
  }
  new Visitor({
    Literal(literal) {
      if (!('regex' in literal)) return
      const { pattern: source, flags } = literal.regex
      patterns.push({ path, line: lineOf(literal.start), source, flags })
    },
    NewExpression: ({ callee, start }) => made(callee, start),
    CallExpression: ({ callee, start }) => made(callee, start),
  }).visit(parseSync(path, text).program)
  return { patterns, findings }
}

/** Patterns without a repeat take no longer than they are. */
const repeats = /[*+{]/

// Limits by steps alone, and one seed: by the clock, the verdict would depend on how busy the machine is.
const far = 600_000
const counted: Recheck.Parameters = {
  randomSeed: 1,
  recallLimit: 0,
  timeout: far,
  seedingTimeout: far,
  incubationTimeout: far,
  attackTimeout: far,
}

/** Judges the time that a pattern takes for a text, in words: `safe`, or why not. The same for the same pattern. */
export function verdictOf({ source, flags }: Pick<Pattern, 'source' | 'flags'>): string {
  if (!repeats.test(source)) return 'safe'
  const verdict = recheck.checkSync(source, flags, counted)
  if (verdict.status === 'safe') return 'safe'
  if (verdict.status === 'unknown') return `cannot be judged (${verdict.error.kind}); write it more simply`
  return `takes ${verdict.complexity.type} time for some texts; bound it, anchor it, or go without a pattern`
}
