import { styleText } from 'node:util'
import type { Finding } from '../process/finding.ts'

/** Returns findings for a terminal: fault, reason, and the line to change. `looked`: the number of checks. */
export function report(findings: readonly Finding[], looked: number): string {
  if (findings.length === 0) return `${looked} checks, nothing found.`
  const lines = findings.flatMap(({ severity, subject, wrong, fix, at }) => {
    const mark = severity === 'fault' ? styleText('red', 'fault  ') : styleText('yellow', 'warning')
    const where = at === undefined || at === subject ? '' : `  Where: ${at}\n`
    return [`${mark} ${styleText('bold', subject)} ${wrong}.\n${where}  Fix: ${fix}${/[.?!]$/.test(fix) ? '' : '.'}\n`]
  })
  const faults = findings.filter(({ severity }) => severity === 'fault').length
  const warnings = findings.length - faults
  return `${lines.join('\n')}\n${count(looked, 'check')}: ${count(faults, 'fault')}, ${count(warnings, 'warning')}.`
}

const count = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`
