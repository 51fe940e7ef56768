import { Client, type QueryResultRow } from 'pg'
import { postgresFault } from './faults.ts'

const timeoutMs = 3_000

/** Returns the major version of a PostgreSQL server, such as 17. Throws if the server cannot be reached. */
export async function postgresVersion(url: string): Promise<number> {
  const [row] = await look<{ server_version_num: string }>(url, 'SHOW server_version_num')
  return Math.floor(Number(row?.server_version_num) / 10_000)
}

/** Returns the schemas of a database, including PostgreSQL's own. Throws if the server cannot be reached. */
export async function postgresSchemas(url: string): Promise<readonly string[]> {
  const rows = await look<{ name: string }>(url, 'SELECT nspname AS name FROM pg_namespace ORDER BY 1')
  return rows.map(({ name }) => name)
}

/** Runs one query on a new connection. */
async function look<Row extends QueryResultRow>(url: string, question: string): Promise<readonly Row[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs })
  try {
    await client.connect()
    return (await client.query<Row>(question)).rows
  } catch (error) {
    throw postgresFault(error)
  } finally {
    await client.end().catch(() => undefined)
  }
}
