import { ConfigError, loadProcessConfig, processEnvironment, readConfigFile } from '@gatehouse/config/config'
import type { Log } from '@gatehouse/platform/log'
import { startFault } from './start-fault.ts'

/** A separate section, which the pages reload. */
const brandKey = 'brand'

/**
 * Returns a check of a gateway's settings: it logs those that have changed since now, as they need a restart, and a faulty
 * file.
 */
export function settingsRereader(log: Log): () => void {
  const atStart = settingsOfFile()
  return () => {
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
}

/** Returns each setting as text for a comparison; a file that cannot be read has none. */
function settingsOfFile(): ReadonlyMap<string, string> {
  const named = processEnvironment()['GATEHOUSE_CONFIG']
  const { entries } = readConfigFile(named === '' ? undefined : named)
  return new Map(
    [...entries].filter(([key]) => key !== brandKey).map(([key, value]) => [key, JSON.stringify(value)] as const),
  )
}
