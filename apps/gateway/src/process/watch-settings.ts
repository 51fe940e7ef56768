import { processEnvironment, settingsFileOf, type Config } from '@gatehouse/config/config'
import type { Log } from '@gatehouse/platform/log'
import { watchFiles } from './watched-files.ts'

/**
 * Reloads the files of the configuration when one of them changes, for as long as the process runs. Does nothing if
 * that is disabled. Resolves once it knows their present state.
 */
export async function watchSettings(config: Config, reload: () => void, log: Log): Promise<void> {
  if (!config.watchConfig) return
  const { identity, brandFile } = config
  const kratosFile = identity.kind === 'embedded' ? identity.configFile : undefined
  const files = [settingsFileOf(processEnvironment()), brandFile?.path, kratosFile]
  await watchFiles([...new Set(files.filter((path) => path !== undefined))], (changed) => {
    log.info({ files: changed }, 'files of the configuration have changed and are reloaded')
    reload()
  })
}
