import {
  ConfigError,
  loadProcessConfig,
  processEnvironment,
  readConfigFile,
  type Config,
} from '@gatehouse/config/config'
import type { Log } from '@gatehouse/platform/log'
import type { Gateway } from './compose.ts'
import { startFault } from './process/start-fault.ts'

/** A separate section, which the pages reload. */
const brandKey = 'brand'

/**
 * Returns the reload of a process's files, apart from the brand: it applies the kratos.yml in every process of the
 * installation before the previous one is dropped, and logs the changed settings that need a restart. A faulty file
 * changes nothing, and is logged.
 */
export function rereader(
  { identity }: Pick<Config, 'identity'>,
  { installation }: Pick<Gateway, 'installation'>,
  log: Log,
): () => Promise<void> {
  const atStart = settingsOfFile()
  const configFile = identity.kind === 'embedded' ? identity.configFile : undefined
  let turn = Promise.resolve()

  function readSettings(): void {
    try {
      loadProcessConfig()
    } catch (error) {
      const faults = error instanceof ConfigError ? error.faults : [startFault(error)]
      log.error({ faults }, 'the settings are faulty; those of the start go on, and the next start would fail')
      return
    }
    const now = settingsOfFile()
    const changed = [...new Set([...atStart.keys(), ...now.keys()])].filter((key) => atStart.get(key) !== now.get(key))
    if (changed.length > 0) log.warn({ settings: changed }, 'settings have changed that wait for the next start')
  }

  async function readIdentityConfig(file: string): Promise<void> {
    try {
      const applied = await installation?.controlPlane.reread()
      if (applied?.kind === 'applied') log.info({ file, warnings: applied.warnings }, 'the kratos.yml was read again')
      if (applied?.kind === 'refused') refused(file, applied.faults)
    } catch (error) {
      refused(file, [startFault(error)])
    }
  }

  function refused(file: string, faults: readonly string[]): void {
    log.error({ file, faults }, 'the kratos.yml is faulty; the one before goes on')
  }

  return () => {
    readSettings()
    // One after the other, so that the last request takes effect.
    if (configFile !== undefined) turn = turn.then(() => readIdentityConfig(configFile))
    return turn
  }
}

/** Returns each setting as text for a comparison; a file that cannot be read has none. */
function settingsOfFile(): ReadonlyMap<string, string> {
  const named = processEnvironment()['GATEHOUSE_CONFIG']
  const { entries } = readConfigFile(named === '' ? undefined : named)
  return new Map(
    [...entries].filter(([key]) => key !== brandKey).map(([key, value]) => [key, JSON.stringify(value)] as const),
  )
}
