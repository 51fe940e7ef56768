import type { Config } from '@gatehouse/config/config'
import type { Log } from '@gatehouse/platform/log'
import type { Gateway } from './compose.ts'
import { startFault } from './process/start-fault.ts'

/**
 * Returns the reload of a process's kratos.yml. Every process applies that of its machine; the one with the background
 * work stores it as well, and publishes it. A faulty file changes nothing, and is logged.
 */
export function documentRereader(
  { identity }: Pick<Config, 'identity'>,
  { installation, hasBackground }: Pick<Gateway, 'installation' | 'hasBackground'>,
  log: Log,
): () => Promise<void> {
  const configFile = identity.kind === 'embedded' ? identity.configFile : undefined
  let turn = Promise.resolve()

  async function readDocument(file: string): Promise<void> {
    try {
      const isPublished = hasBackground()
      const applied = await installation?.controlPlane[isPublished ? 'reread' : 'rereadHere']()
      if (applied?.kind === 'refused') return refused(file, applied.faults)
      if (isPublished && applied) log.info({ file, warnings: applied.warnings }, 'the kratos.yml was read again')
      // It took the work over meanwhile.
      if (!isPublished && hasBackground()) await readDocument(file)
    } catch (error) {
      refused(file, [startFault(error)])
    }
  }

  function refused(file: string, faults: readonly string[]): void {
    log.error({ file, faults }, 'the kratos.yml is faulty; the one before goes on')
  }

  return () => {
    // One after the other, so that the last request takes effect.
    if (configFile !== undefined) turn = turn.then(() => readDocument(configFile))
    return turn
  }
}
