import { styleText } from 'node:util'
import { counted } from '@gatehouse/contract/http'
import type { Finding } from '../process/finding.ts'

/** Returns findings for a terminal: fault, reason, and the line to change. `looked`: the number of checks. */
export function report(findings: readonly Finding[], looked: number): string {
  if (findings.length === 0) return `${counted(looked, 'check')}, nothing found.`
  const lines = findings.flatMap(({ severity, subject, wrong, fix, at }) => {
    const mark = severity === 'fault' ? styleText('red', 'fault  ') : styleText('yellow', 'warning')
    const where = at === undefined || at === subject ? '' : `  Where: ${at}\n`
    return [`${mark} ${styleText('bold', subject)} ${wrong}.\n${where}  Fix: ${fix}${/[.?!]$/.test(fix) ? '' : '.'}\n`]
  })
  const faults = findings.filter(({ severity }) => severity === 'fault').length
  const warnings = findings.length - faults
  return `${lines.join('\n')}\n${counted(looked, 'check')}: ${counted(faults, 'fault')}, ${counted(warnings, 'warning')}.`
}
