import '@gatehouse/config/production'
import './process/heap.ts'
import { loadProcessConfig } from '@gatehouse/config/config'
import { createLog } from './process/log.ts'
import { reportAndExit } from './process/report-and-exit.ts'
import { run } from './process/run.ts'
import { reloadOnSignal, stopOnSignal } from './process/shutdown.ts'

// Databases and secrets are readable by this user alone.
process.umask(0o077)
try {
  const config = loadProcessConfig()
  const log = createLog(config.logLevel)
  const gateway = await run(config, { log })
  stopOnSignal(async () => {
    log.info('stopping')
    await gateway.stop()
  })
  reloadOnSignal(() => gateway.reload())
  console.log(gateway.banner)
} catch (error) {
  reportAndExit(error)
}
