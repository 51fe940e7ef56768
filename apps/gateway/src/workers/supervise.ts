import type { Config } from '@gatehouse/config/config'
import type { Log } from '@gatehouse/platform/log'
import { claimDataFolder, keepsData } from '../data/data-folder.ts'
import { probeAddress, publicPortSetting } from '../process/listen.ts'
import { reloadOnSignal, stopOnSignal } from '../process/shutdown.ts'
import { startWorkers } from './primary.ts'

/** Makes this process the primary: it starts the workers, and ends with them. */
export async function supervise(config: Config, log: Log): Promise<void> {
  const folder = keepsData(config) ? claimDataFolder(config.data) : undefined
  await probeAddress({ ...config.listen, variable: publicPortSetting(config) })
  const workers = startWorkers(config.workers, log)
  stopOnSignal(async () => {
    log.info({}, 'stopping')
    await workers.stop()
    folder?.release()
  })
  reloadOnSignal(() => workers.signal('SIGHUP'))
  const code = await workers.failed
  // Workers end with their primary.
  process.exit(code)
}
