import type { Config } from '@gatehouse/config/config'
import type { Finding } from '../process/finding.ts'

/**
 * Returns a function that runs the checks. It loads them on demand: a gateway with a remote service needs few of them.
 */
export function findingsOf(config: Config): () => Promise<readonly Finding[]> {
  return async () => (await import('./while-running.ts')).findingsWhileRunning(config)
}
