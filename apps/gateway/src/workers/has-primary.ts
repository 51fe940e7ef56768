import type { Config } from '@gatehouse/config/config'

/** Whether a primary looks after workers: where there are several, and where other gateways may share the database. */
export function hasPrimary({ workers, database, dev }: Pick<Config, 'workers' | 'database' | 'dev'>): boolean {
  return workers > 1 || (database !== undefined && !dev)
}
