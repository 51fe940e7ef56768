import type { Config } from '@gatehouse/config/config'

/** Returns whether a primary manages workers: with several of them, and if other gateways may share the database. */
export function hasPrimary({ workers, database, dev }: Pick<Config, 'workers' | 'database' | 'dev'>): boolean {
  return workers > 1 || (database !== undefined && !dev)
}
