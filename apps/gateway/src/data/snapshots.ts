import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, type Config } from '@gatehouse/config/config'
import { claimDataFolder } from './data-folder.ts'
import { movedNote } from './moved-files.ts'

/** The operations on the data folder of a Gatehouse that does not run, for developers. */
export interface Snapshots {
  /** Deletes all data and secrets; snapshots and files of others stay. */
  reset(): Promise<void>
  /** Saves a copy under a name and replaces an older one. */
  save(name: string): Promise<void>
  /** Replaces all data with a copy. */
  load(name: string): Promise<void>
  list(): Promise<readonly string[]>
}

const folderName = 'snapshots'
const draftName = '.draft'
/** The files of Gatehouse in a data folder. Other files there are left alone. */
const own = /^((identity|control-plane)\.sqlite(-wal|-shm|-journal)?|secrets\.json|workspace-api-key|projects|console)$/

/**
 * The snapshots of a data folder. Each piece of work claims the folder, so it is refused while a Gatehouse runs on it.
 * @throws ConfigError unless this is development mode on this machine, with the data in the folder.
 */
export function snapshotsOf(config: Config): Snapshots {
  requireDevelopment(config)
  const { data } = config
  const place = (name: string) => join(data, folderName, checkName(name))
  const claimed = async (work: () => Promise<void>) => {
    const folder = claimDataFolder(data)
    try {
      await work()
    } finally {
      folder.release()
    }
  }
  return {
    reset: () => claimed(() => clear(data)),
    save: (name) => {
      const target = place(name)
      return claimed(async () => {
        const draft = join(data, folderName, draftName)
        await copyData(data, draft)
        await rm(target, { recursive: true, force: true })
        await rename(draft, target)
      })
    },
    load: (name) => {
      const source = place(name)
      if (!existsSync(source)) throw fault(`The snapshot ${name}`, 'does not exist', 'see: gatehouse snapshot list')
      return claimed(async () => {
        // A copy first: an interruption leaves either the old data or a snapshot that can be loaded again.
        const draft = join(data, folderName, draftName)
        await copyData(source, draft)
        await clear(data)
        for (const entry of await readdir(draft)) await rename(join(draft, entry), join(data, entry))
        await rm(draft, { recursive: true })
      })
    },
    list: async () => {
      const entries = await readdir(join(data, folderName)).catch(() => [])
      return entries.filter((name) => name !== draftName).toSorted((a, b) => a.localeCompare(b))
    },
  }
}

async function copyData(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true })
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const entry of await readdir(from)) {
    if (own.test(entry)) await cp(join(from, entry), join(to, entry), { recursive: true })
  }
}

async function clear(data: string): Promise<void> {
  for (const entry of await readdir(data)) {
    if (own.test(entry) || entry === movedNote) await rm(join(data, entry), { recursive: true, force: true })
  }
}

function checkName(name: string): string {
  if (/^[A-Za-z0-9][\w.-]{0,63}$/.test(name)) return name
  throw fault('The name of the snapshot', 'cannot be used', 'take letters, digits, - and _')
}

function requireDevelopment({ dev, identity, data, database }: Config): void {
  if (!dev) throw fault('This', 'is for development mode on this machine alone', 'back up as docs/operate.md says')
  if (identity.kind === 'remote' || identity.configFile !== undefined) {
    throw fault('The data', 'is not in the data folder', 'unset KRATOS_PUBLIC_URL and GATEHOUSE_IDENTITY_CONFIG')
  }
  if (database !== undefined)
    throw fault('The data', 'is in PostgreSQL', 'unset GATEHOUSE_DATABASE, or use its own tools')
  if (!existsSync(data))
    throw fault(`The data folder ${data}`, 'does not exist', 'start Gatehouse once, or set GATEHOUSE_DATA')
}

function fault(subject: string, wrong: string, fix: string): ConfigError {
  return new ConfigError([{ subject, wrong, fix }])
}
