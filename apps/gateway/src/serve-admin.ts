import { once } from 'node:events'
import { loadProcessConfig } from '@gatehouse/config/config'
import type { Pages } from './edge/account-pages.ts'
import { compose } from './compose.ts'
import { claimDataFolder } from './data/data-folder.ts'
import { listen } from './process/listen.ts'
import { createLog } from './process/log.ts'
import { reportAndExit } from './process/report-and-exit.ts'

// No page is requested here, and the command must work if none are built.
const noPages = async (): Promise<Pages> => ({
  assets: { has: () => false, serve: () => undefined },
  handle: async () => new Response(null, { status: 404 }),
})

/**
 * Opens a data folder for a command of the terminal: only the admin API, on a free port of this machine, behind the key
 * in GATEHOUSE_ADMIN_KEY. There is no background work, and no sign-in. Ends when standard input ends, as it does when
 * the command has ended in any way.
 */
async function serveAdmin(): Promise<void> {
  const config = loadProcessConfig()
  if (config.identity.kind !== 'embedded' || config.adminKey === undefined) {
    throw new Error('started without an admin key, or for a remote identity service')
  }
  const log = createLog('warn', process.stderr)
  const folder = claimDataFolder(config.data)
  const gateway = await compose(config, { log, openPages: noPages, openConsole: noPages })
  const { admin } = gateway
  if (admin === undefined) throw new Error('the embedded identity service has no admin API')
  const listener = await listen(admin, { host: '127.0.0.1', port: 0, variable: 'GATEHOUSE_ADMIN_URL' })
  console.log(`http://127.0.0.1:${listener.port}`)

  process.stdin.resume()
  await once(process.stdin, 'end')
  await listener.close(0)
  await gateway.stop()
  folder.release()
}

process.umask(0o077)
// Ctrl-C reaches every process of a terminal; the command decides when this one ends.
process.on('SIGINT', () => {})
try {
  await serveAdmin()
} catch (error) {
  reportAndExit(error)
}
