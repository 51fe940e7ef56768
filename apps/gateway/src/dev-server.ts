import { ConfigError, loadProcessConfig } from '@gatehouse/config/config'
import { createLog } from './process/log.ts'
import { reportAndExit } from './process/report-and-exit.ts'
import { run } from './run.ts'
import { stopOnSignal } from './process/shutdown.ts'
import { openVite } from './vite-pages.ts'

process.umask(0o077)
try {
  const config = loadProcessConfig()
  if (!config.dev) {
    const fix = 'remove GATEHOUSE_DEV=false and use a public URL on this machine, or run: npm start'
    throw new ConfigError([{ subject: 'npm run dev', wrong: 'works in development mode only', fix }])
  }
  const log = createLog(config.logLevel)
  const vite = await openVite()
  const gateway = await run(config, { log, ...vite.pages })
  stopOnSignal(async () => {
    await vite.close()
    await gateway.stop()
  })
  console.log(gateway.banner)
} catch (error) {
  reportAndExit(error)
}
