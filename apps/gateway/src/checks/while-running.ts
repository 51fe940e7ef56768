import { processEnvironment, type Config } from '@gatehouse/config/config'
import type { Log } from '@gatehouse/platform/log'
import type { Finding } from '../process/finding.ts'
import { checkContext } from './context.ts'
import { inOneLine, runChecks } from './run-checks.ts'

/** Returns the findings of `gatehouse check` that apply to a running gateway. */
export async function findingsWhileRunning(config: Config): Promise<readonly Finding[]> {
  return runChecks(await checkContext(config, processEnvironment()), ({ alsoRunning }) => alsoRunning)
}

/** Logs the findings once, while the first requests are served. Never rejects. */
export async function logFindings(config: Config, log: Log): Promise<void> {
  try {
    for (const finding of await findingsWhileRunning(config)) {
      // The start itself has reported the findings about settings.
      if (finding.check === 'settings') continue
      log[finding.severity === 'fault' ? 'error' : 'warn']({ check: finding.check }, inOneLine(finding))
    }
  } catch (error) {
    log.warn({ err: error }, 'the installation could not be checked')
  }
}
