import { ConfigError } from '@gatehouse/config/config'
import type { Contents } from '@gatehouse/platform/database'

/**
 * Compares two copies table by table, by their rows and a digest.
 * @throws ConfigError with the tables that differ.
 */
export function refuseDifferences(part: string, before: Contents, after: Contents): void {
  const different = Object.keys(before).filter(
    (table) => before[table]?.rows !== after[table]?.rows || before[table]?.digest !== after[table]?.digest,
  )
  if (different.length === 0) return
  const counts = different.map((table) => `${table} (${before[table]?.rows} and ${after[table]?.rows} rows)`).join(', ')
  throw new ConfigError([
    {
      subject: `The copy of ${part}`,
      wrong: `is not what it was copied from: ${counts}`,
      fix: 'let nothing write to either meanwhile, and start again with an empty one',
    },
  ])
}
