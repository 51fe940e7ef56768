import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import { processEnvironment } from '@gatehouse/config/config'
import { CommandFailure } from '../command-failure.ts'

/** A data folder that was opened for one command. */
export interface OpenedFolder {
  readonly adminUrl: URL
  /** Made for this command, and known to it alone. */
  readonly key: string
  close(): Promise<void>
}

const program = fileURLToPath(new URL('../../../gateway/src/serve-admin.ts', import.meta.url))

/**
 * Opens a data folder: its identity service runs as a child of this process and answers on this machine, to this
 * process. Fails in words if another Gatehouse uses the folder.
 */
export async function openDataFolder(folder: string): Promise<OpenedFolder> {
  const data = resolve(folder)
  if (!existsSync(data)) throw new CommandFailure(`There is no data folder at ${data}.`)
  const key = randomBytes(32).toString('hex')
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    env: { ...embeddedEnvironment(), GATEHOUSE_DATA: data, GATEHOUSE_ADMIN_KEY: key },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const [address] = await Promise.race([once(createInterface(child.stdout), 'line'), exited.then(() => [''])])
  // Its own words are on standard error.
  if (!URL.canParse(String(address))) throw new CommandFailure(`The data folder ${data} could not be opened.`)
  return {
    adminUrl: new URL(String(address)),
    key,
    close: async () => {
      child.stdin.end()
      await exited
    },
  }
}

/** Returns this process' environment, without variables that would lead to another identity service or key. */
function embeddedEnvironment(): NodeJS.ProcessEnv {
  const remote = ['KRATOS_PUBLIC_URL', 'ORY_SDK_URL', 'KRATOS_ADMIN_URL', 'GATEHOUSE_ADMIN_KEY_FILE']
  return Object.fromEntries(Object.entries(processEnvironment()).filter(([name]) => !remote.includes(name)))
}
