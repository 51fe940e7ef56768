import { spawnSync } from 'node:child_process'

/**
 * Returns why this machine has no command `sqlite3`; with `CI=true` that is an error, so that nothing passes because it
 * was not run.
 */
export function missingSqlite(): string | undefined {
  if (spawnSync('sqlite3', ['--version']).status === 0) return undefined
  const reason = 'sqlite3 is not installed (Debian: apt-get install sqlite3)'
  if (process.env['CI'] === 'true') throw new Error(`${reason}; with CI=true its tests have to run`)
  return reason
}
