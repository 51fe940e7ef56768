import { parseArgs } from 'node:util'
import { ConfigError, loadConfig, sourceOfSetting, processEnvironment } from '@gatehouse/config/config'
import type { Finding } from './process/finding.ts'
import { checkContext } from './checks/context.ts'
import { report } from './checks/report.ts'
import { runChecks } from './checks/run-checks.ts'
import { checks } from './checks/table.ts'
import { startFault } from './process/start-fault.ts'

/** Runs `gatehouse check`. Exit code: 0 no finding or only warnings, 1 a fault, 2 the check could not run. */
async function findAll(): Promise<{ readonly findings: readonly Finding[]; readonly looked: number }> {
  const env = processEnvironment()
  try {
    return { findings: await runChecks(await checkContext(loadConfig(env), env)), looked: checks.length }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    // No other check is possible: the values are unknown.
    const findings = error.faults.map((fault): Finding => ({
      check: 'settings',
      severity: 'fault',
      ...fault,
      at: sourceOfSetting(fault.subject, env),
    }))
    return { findings, looked: 1 }
  }
}

try {
  const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } })
  const { findings, looked } = await findAll()
  console.log(values.json ? JSON.stringify(findings, null, 2) : report(findings, looked))
  process.exitCode = findings.some(({ severity }) => severity === 'fault') ? 1 : 0
} catch (error) {
  console.error(startFault(error))
  process.exitCode = 2
}
