import { Client, Pool, type PoolConfig } from 'pg'
import { connectionName } from './connection-name.ts'
import { countPool } from './pool-figures.ts'
import { rowTypes } from './types.ts'

/** The maximum wait for a connection, in milliseconds. */
const timeoutMs = 5_000

/** Opens connections to a server as needed. `waiting`: how many tasks wait for their turn before they ask for one. */
export function openPool(config: PoolConfig, waiting?: () => number): Pool {
  const pool = new Pool({
    connectionTimeoutMillis: timeoutMs,
    types: rowTypes,
    application_name: connectionName(),
    ...config,
  })
  countPool(pool, waiting)
  // The pool drops an idle connection that broke, and opens a new one, which reports the fault.
  pool.on('error', () => {})
  // If a connection breaks between two statements of a unit of work, the next statement reports it.
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}

/** Returns the server's address as the driver reads it from a URL and its options. */
export function addressOf(url: string): { readonly host: string; readonly port: number } {
  const { host, port } = new Client({ connectionString: url })
  return { host, port }
}
