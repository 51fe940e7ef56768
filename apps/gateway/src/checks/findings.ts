import type { Config } from '@gatehouse/config/config'
import type { Finding } from '../process/finding.ts'

/** Finds what is wrong, each time it is asked. Loaded then: a gateway in front of a remote service needs little of it. */
export function findingsOf(config: Config): () => Promise<readonly Finding[]> {
  return async () => (await import('./while-running.ts')).findingsWhileRunning(config)
}
