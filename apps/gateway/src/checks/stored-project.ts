import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Config } from '@gatehouse/config/config'
import { controlPlaneIn, readDefaultProject } from '@gatehouse/control-plane/database'
import type { HostedProject } from '@gatehouse/control-plane/service'
import { openPostgresSnapshot } from '@gatehouse/platform/database'

/**
 * Reads the default project as the console shows it, beside a gateway that may be running. Undefined: there is no
 * database yet. Creates and migrates nothing. Rejects if the database cannot be read.
 */
export async function readStoredProject({ data, database }: Config): Promise<HostedProject | undefined> {
  if (database !== undefined) {
    const snapshot = await openPostgresSnapshot(database.reveal())
    try {
      const controlPlane = await controlPlaneIn(snapshot)
      return controlPlane && (await readDefaultProject(controlPlane))
    } finally {
      await snapshot.release()
    }
  }
  const path = join(data, 'control-plane.sqlite')
  if (!existsSync(path)) return undefined
  const file = new DatabaseSync(path, { readOnly: true })
  try {
    file.exec('PRAGMA busy_timeout = 5000')
    const prepare = (sql: string) => {
      const statement = file.prepare(sql)
      return { all: async () => statement.all(), get: async () => statement.get() }
    }
    return await readDefaultProject({ dialect: 'sqlite', prepare })
  } finally {
    file.close()
  }
}
