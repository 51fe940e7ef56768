import { Client, Pool, type PoolConfig } from 'pg'
import { connectionName } from './connection-name.ts'
import { countPool } from './pool-figures.ts'
import { rowTypes } from './types.ts'

/** How long to wait for a connection, in milliseconds. */
const patienceMs = 5_000

/** Connections to a server, made when they are needed. `waiting`: how many wait for their turn before they ask for one. */
export function openPool(config: PoolConfig, waiting?: () => number): Pool {
  const pool = new Pool({
    connectionTimeoutMillis: patienceMs,
    types: rowTypes,
    application_name: connectionName(),
    ...config,
  })
  countPool(pool, waiting)
  // The pool drops a connection that broke while nothing used it, and makes a new one, which reports what is wrong.
  pool.on('error', () => {})
  // One that breaks between two statements of a unit of work is reported by the next statement.
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}

/** Where the driver looks for the server of a URL, with what stands in its options. */
export function addressOf(url: string): { readonly host: string; readonly port: number } {
  const { host, port } = new Client({ connectionString: url })
  return { host, port }
}
