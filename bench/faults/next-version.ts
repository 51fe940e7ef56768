import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repositoryRoot } from '@gatehouse/testing/processes'

/** TABLE: the migration of the next version for each kind of database: a column, and an index over a growing table. */
const migrations = {
  postgres: 'ALTER TABLE sessions ADD COLUMN next_version TEXT; CREATE INDEX next_version ON sessions (next_version);',
  migrations:
    'ALTER TABLE sessions ADD COLUMN next_version TEXT; CREATE INDEX next_version ON sessions (next_version);',
} as const

/** Makes a copy of the bundle that has one migration more; returns its folder. */
export function makeNextVersion(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-next-version-'))
  cpSync(join(repositoryRoot, 'dist'), join(folder, 'dist'), { recursive: true })
  for (const name of ['node_modules', 'package.json']) symlinkSync(join(repositoryRoot, name), join(folder, name))
  for (const [kind, sql] of Object.entries(migrations)) {
    const migration = join(folder, 'dist/packages/identity/src/sql', kind, '29990101000000_next_version')
    mkdirSync(migration)
    writeFileSync(join(migration, 'up.sql'), sql)
  }
  return folder
}
