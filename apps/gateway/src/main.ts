import '@gatehouse/config/production'
import './process/heap.ts'
import { loadProcessConfig } from '@gatehouse/config/config'
import { createLog } from './process/log.ts'
import { reportAndExit } from './process/report-and-exit.ts'
import { reloadOnSignal, stopOnSignal } from './process/shutdown.ts'
import { hasPrimary } from './workers/has-primary.ts'
import { joinWorkers } from './workers/worker.ts'

// Databases and secrets are readable by this user alone.
process.umask(0o077)
try {
  const config = loadProcessConfig()
  const log = createLog(config.logLevel)
  const role = await joinWorkers()
  if (role === undefined && hasPrimary(config)) {
    const { supervise } = await import('./workers/supervise.ts')
    await supervise(config, log)
  } else {
    const { run } = await import('./process/run.ts')
    const gateway = await run(config, { log, ...(role && { role }) })
    stopOnSignal(async () => {
      if (role === undefined) log.info('stopping')
      await gateway.stop()
    })
    reloadOnSignal(() => gateway.reload())
    if (gateway.banner !== undefined) console.log(gateway.banner)
  }
} catch (error) {
  reportAndExit(error)
}
