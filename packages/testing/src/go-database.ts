import { execFile } from 'node:child_process'
import { copyFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { alone, exists } from './engine.ts'
import type { GoProgram } from './go-program.ts'

const run = promisify(execFile)

/**
 * Puts an SQLite file with the tables of a program into a folder. Returns its data source name, in the form of `dsn`. A
 * file, since in memory a concurrent caller is refused ("database table is locked") instead of waiting.
 */
export async function layDatabase(program: GoProgram, folder: string): Promise<string> {
  const file = join(folder, 'database.sqlite')
  await copyFile(await emptyDatabase(program), file)
  return `sqlite://${file}?_fk=true&mode=rwc&_busy_timeout=10000&_journal_mode=WAL&_sync=OFF&_txlock=immediate`
}

/**
 * Returns an SQLite file with a program's tables and nothing in them; made once, because migrations take a second each
 * time.
 */
export async function emptyDatabase(program: GoProgram): Promise<string> {
  const path = await program.path()
  const folder = await program.cache()
  const file = join(folder, 'empty.sqlite')
  return alone(join(folder, 'migrate.lock'), async () => {
    if (!(await exists(file))) {
      await run(path, ['migrate', 'sql', '-e', '--yes'], {
        env: { ...programEnvironment(), DSN: `sqlite://${file}.part?_fk=true&mode=rwc` },
      })
      await rename(`${file}.part`, file)
    }
    return file
  })
}

/** Returns the environment of such a program. */
export function programEnvironment(): NodeJS.ProcessEnv {
  // Usage statistics would leave the machine.
  return { PATH: process.env['PATH'], HOME: process.env['HOME'], SQA_OPT_OUT: 'true', LOG_LEVEL: 'warning' }
}
