import { askToReload, reloadOnSignal } from './process/hangup.ts'
import '@gatehouse/config/production'
import { loadProcessConfig, processEnvironment } from '@gatehouse/config/config'
import { nameConnections } from '@gatehouse/platform/database'
import { keepHeapSmall } from './process/heap.ts'
import { createLog } from './process/log.ts'
import { readStartOptions } from './process/start-options.ts'
import { reportAndExit } from './process/report-and-exit.ts'
import { stopOnSignal } from './process/shutdown.ts'
import { keepTraces } from './traces/keep-traces.ts'
import { hasPrimary } from './workers/has-primary.ts'
import { watchSettings } from './process/watch-settings.ts'
import { joinWorkers, reloadOnMessage } from './workers/worker.ts'

// Databases and secrets are readable only by this user.
process.umask(0o077)
const { servesOldFiles } = readStartOptions(process.argv.slice(2))
try {
  const config = loadProcessConfig()
  const log = createLog(config.logLevel)
  const role = joinWorkers(log)
  nameConnections(role === undefined ? (hasPrimary(config) ? 'primary' : 'gateway') : 'worker')
  // Requests are kept until this process can reload: they arrive from the moment it serves.
  if (role !== undefined) reloadOnMessage(() => askToReload('signal'))
  // Before any other code reads the files, and for the workers as well.
  if (role === undefined) await watchSettings(config, () => askToReload('change'), log)
  if (role === undefined && hasPrimary(config)) {
    keepHeapSmall()
    const { supervise } = await import('./workers/supervise.ts')
    await supervise(config, log, { servesOldFiles })
  } else {
    const { run } = await import('./run.ts')
    const flush = await keepTraces(processEnvironment(), log)
    const gateway = await run(config, { log, servesOldFiles, ...(role && { role }) })
    keepHeapSmall()
    stopOnSignal(async () => {
      if (role === undefined) log.info('stopping')
      await gateway.stop()
      await flush()
    })
    reloadOnSignal(() => gateway.reload())
    if (gateway.banner !== undefined) console.log(gateway.banner)
  }
} catch (error) {
  reportAndExit(error)
}
