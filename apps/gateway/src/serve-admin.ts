import { once } from 'node:events'
import { loadProcessConfig } from '@gatehouse/config/load-config'
import { createAdminDoor } from './admin-door.ts'
import { claimDataFolder } from './data-folder.ts'
import { embeddedIdentity } from './embedded-identity.ts'
import { listen } from './listen.ts'
import { createLog } from './log.ts'
import { reportAndExit } from './report-and-exit.ts'

/**
 * Opens a data folder for a command of the terminal: only the admin API, on a free port of this machine, behind the key
 * in GATEHOUSE_ADMIN_KEY. Nothing works in the background, and nobody can sign in. Ends when standard input ends, as it
 * does when the command is gone, however it went.
 */
async function serveAdmin(): Promise<void> {
  const config = loadProcessConfig()
  if (config.identity.kind !== 'embedded' || config.adminKey === undefined) {
    throw new Error('started without an admin key, or for a remote identity service')
  }
  const log = createLog('warn', process.stderr)
  const folder = claimDataFolder(config.data)
  const identity = await embeddedIdentity(config, config.identity, log)
  const { adminApi, warnings } = identity
  if (adminApi === undefined) throw new Error('the embedded identity service has no admin API')
  for (const warning of warnings) log.warn(warning)
  const door = createAdminDoor({ admin: adminApi, adminUrl: config.adminUrl, key: config.adminKey, log })
  const listener = await listen(door, { host: '127.0.0.1', port: 0, variable: 'GATEHOUSE_ADMIN_URL' })
  console.log(`http://127.0.0.1:${listener.port}`)

  process.stdin.resume()
  await once(process.stdin, 'end')
  await listener.close(0)
  await identity.stop()
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
