import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ConfigError, type Config } from '@gatehouse/config/config'

/** A data folder that this process and its workers alone use until it is released. */
export interface ClaimedFolder {
  release(): void
}

/** Returns whether a gateway stores data itself: accounts, or a control plane. */
export function keepsData({ identity, remoteConsole }: Pick<Config, 'identity' | 'remoteConsole'>): boolean {
  return identity.kind === 'embedded' || remoteConsole
}

/**
 * Claims a data folder, and creates it if necessary.
 * @throws ConfigError if another process uses it, or it cannot be written.
 */
export function claimDataFolder(folder: string): ClaimedFolder {
  let lock: DatabaseSync | undefined
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // SQLite's file lock ends with the process in any case; a file with a process id would remain after a kill -9.
    lock = new DatabaseSync(join(folder, 'gatehouse.lock'))
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE')
  } catch (error) {
    lock?.close()
    throw new ConfigError([faultOf(folder, error)])
  }
  const held = lock
  return { release: () => held.close() }
}

function faultOf(folder: string, error: unknown) {
  const subject = `The data folder ${folder}`
  const locked = error instanceof Error && 'errcode' in error && error.errcode === 5
  return locked
    ? {
        subject,
        wrong: 'is in use by another Gatehouse',
        fix: 'stop that one, or set GATEHOUSE_DATA to another folder',
      }
    : { subject, wrong: 'cannot be written', fix: 'give this user write permission, or set GATEHOUSE_DATA' }
}
