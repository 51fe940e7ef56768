import './heap.ts'
import { loadProcessConfig } from '@gatehouse/config/load-config'
import { createLog } from './log.ts'
import { reportAndExit } from './report-and-exit.ts'
import { run } from './run.ts'
import { reloadOnSignal, stopOnSignal } from './shutdown.ts'

// Databases and secrets are nobody else's to read.
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
