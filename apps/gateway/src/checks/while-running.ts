import { processEnvironment, type Config } from '@gatehouse/config/config'
import type { Log } from '@gatehouse/platform/log'
import type { Finding } from '../process/finding.ts'
import { checkContext } from './context.ts'
import { inOneLine, runChecks } from './run-checks.ts'

/** What `gatehouse check` would find, of a gateway that runs. */
export async function findingsWhileRunning(config: Config): Promise<readonly Finding[]> {
  return runChecks(await checkContext(config, processEnvironment()), ({ alsoRunning }) => alsoRunning)
}

/** Writes the findings into the log, once, beside the first requests. Never rejects. */
export async function logFindings(config: Config, log: Log): Promise<void> {
  try {
    for (const finding of await findingsWhileRunning(config)) {
      // The start itself has reported what the settings say.
      if (finding.check === 'settings') continue
      log[finding.severity === 'fault' ? 'error' : 'warn']({ check: finding.check }, inOneLine(finding))
    }
  } catch (error) {
    log.warn({ err: error }, 'the installation could not be checked')
  }
}
