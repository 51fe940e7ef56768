import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { counted } from '@gatehouse/contract/http'
import { ConfigError, loadProcessConfig } from '@gatehouse/config/config'
import { awaitDatabase } from './data/await-database.ts'
import { claimDataFolder } from './data/data-folder.ts'
import { moveInstallation } from './data/move.ts'
import { noteMove } from './data/moved-files.ts'
import { startFault } from './process/start-fault.ts'

/** Runs `--to URL` for the command of the terminal. */
async function moveDatabase(args: readonly string[]): Promise<string> {
  const { values } = parseArgs({ args: [...args], options: { to: { type: 'string' } } })
  const config = loadProcessConfig()
  const { data, identity } = config
  const url = values.to ?? config.database?.reveal()
  if (url === undefined || !URL.canParse(url) || !/^postgres(?:ql)?:$/.test(new URL(url).protocol)) {
    throw fault('--to', 'names no PostgreSQL database', 'take one such as postgres://gatehouse@db.internal/gatehouse')
  }
  if (identity.kind === 'remote') {
    throw fault('The accounts', 'are those of the service at KRATOS_PUBLIC_URL', 'move them as its manual says')
  }
  if (!existsSync(data)) {
    throw fault(`The data folder ${data}`, 'does not exist', 'set GATEHOUSE_DATA to the folder of the installation')
  }
  const claimed = claimDataFolder(data)
  try {
    await awaitDatabase(url, { subject: '--to', waitsMs: 0 })
    const { projects, people, rows } = await moveInstallation({ ...config, database: undefined }, url, (line) =>
      console.error(line),
    )
    noteMove(data, url)
    const what = `${projects === 1 ? 'One project' : `${projects} projects`}, ${counted(people, 'person', 'people')}`
    const next =
      'Set GATEHOUSE_DATABASE to it before the next start; the files stay as they are, as a backup, and are not served without being asked to.'
    return `${what} and ${counted(rows, 'row')} in all are in the database, each table with the same rows and the same digest.\n${next}${archivesIn(data)}`
  } finally {
    claimed.release()
  }
}

/** Projects that were deleted before are kept as files: each of these folders can be opened separately. */
function archivesIn(data: string): string {
  const exports = join(data, 'exports')
  const count = existsSync(exports) ? readdirSync(exports).length : 0
  return count === 0
    ? ''
    : `\nWhat was archived of deleted projects stays in ${exports} (${count}): keep it with the backup.`
}

function fault(subject: string, wrong: string, fix: string): ConfigError {
  return new ConfigError([{ subject, wrong, fix }])
}

process.umask(0o077)
try {
  console.log(await moveDatabase(process.argv.slice(2)))
} catch (error) {
  console.error(startFault(error))
  process.exitCode = 1
}
