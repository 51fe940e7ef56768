import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, type Config } from '@gatehouse/config/config'
import { databaseText } from './locations.ts'

/**
 * The file that marks a folder whose data were moved to a database. It concerns only that folder, and is in no backup.
 */
export const movedNote = 'moved-to'

/** Notes in a data folder the database to which its data were moved, without its credentials. */
export function noteMove(data: string, url: string): void {
  writeFileSync(join(data, movedNote), `${databaseText(url)}\n`, { mode: 0o600 })
}

/**
 * Refuses the files of a data folder that were moved to a database: they lack later changes, and the database would
 * lack theirs.
 * @throws ConfigError if no database is set.
 */
export function refuseMovedFiles({ data, database }: Pick<Config, 'data' | 'database'>): void {
  const note = join(data, movedNote)
  if (database !== undefined || !existsSync(note)) return
  throw new ConfigError([
    {
      subject: `The data folder ${data}`,
      wrong: `was moved to ${readFileSync(note, 'utf8').trim()}, and GATEHOUSE_DATABASE is not set: its files are as they were at the move`,
      fix: `set GATEHOUSE_DATABASE to that database; or serve the old files by gatehouse start --serve-old-files, for good by removing ${note}`,
    },
  ])
}
