import { processEnvironment, settingsFileOf, type Config } from '@gatehouse/config/config'
import type { Log } from '@gatehouse/platform/log'
import { watchFiles } from './watched-files.ts'

/**
 * Has the files of the configuration read again when one of them changes, for as long as the process lives. Nothing where
 * that is switched off. Resolves once it knows how they are now.
 */
export async function watchSettings(config: Config, reload: () => void, log: Log): Promise<void> {
  if (!config.watchConfig) return
  const { identity, brandFile } = config
  const kratosFile = identity.kind === 'embedded' ? identity.configFile : undefined
  const files = [settingsFileOf(processEnvironment()), brandFile?.path, kratosFile]
  await watchFiles([...new Set(files.filter((path) => path !== undefined))], (changed) => {
    void readAgain(changed)
  })

  async function readAgain(changed: readonly string[]): Promise<void> {
    if (await keepsNothing()) {
      // What is in memory begins anew with another configuration: that has to be asked for.
      log.warn({ files: changed }, 'files of the configuration have changed; send SIGHUP, as the dsn is memory')
      return
    }
    log.info({ files: changed }, 'files of the configuration have changed, and are read again')
    reload()
  }

  async function keepsNothing(): Promise<boolean> {
    if (kratosFile === undefined) return false
    // Loaded where there is one: the first of several processes has no identity service.
    const memory = await import('./keeps-nothing.ts')
    return memory.keepsNothing(kratosFile)
  }
}
