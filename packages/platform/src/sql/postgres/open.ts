import type { Pool, PoolClient, PoolConfig } from 'pg'
import type { Database, DatabaseCondition } from '../database.ts'
import type { Migration } from '../migrate.ts'
import { UnreachableDatabaseError } from '../errors.ts'
import { postgresFault } from './faults.ts'
import { postgresText } from './text.ts'
import type { PreparedStatement, Values } from '../prepared.ts'
import type { Row } from '../row.ts'
import { isStorageFull } from '../../storage.ts'
import { againAfterChange, createUnits, outsideUnit, unitLimitMs, type UnitDriver, type Units } from '../units.ts'
import { sharePool } from './shared-pool.ts'
import { statementSpan } from './statement-span.ts'

/** A PostgreSQL database, and the part of it that is meant. */
export interface PostgresOptions {
  /** `postgres://user:password@host:port/database?sslmode=…`. */
  readonly url: string
  /** The PostgreSQL schema of the tables; a missing one is created. */
  readonly schema: string
  /** The project whose rows can be read and changed; absent: the tables have no projects. */
  readonly project?: string | undefined
  /** Oldest first. */
  readonly migrations: readonly Migration[]
  /** Units of work of all processes are serial, as on SQLite: for tables with few writes. */
  readonly isSerial?: boolean
  /** The maximum number of connections, of all projects of this process together. */
  readonly connections?: number | undefined
}

const usualConnections = 10

/**
 * Opens a database of a PostgreSQL server. It connects and migrates with its first statement, or with `ready`; if that
 * fails, the next one tries again. It caches nothing: every read asks the server.
 */
export function openPostgres(options: PostgresOptions): Database {
  const { url, isSerial = false } = options
  const connections = openConnections(options)
  const storage = watchStorage(connections)
  const units = createUnits(transactionsOn(connections, options, storage.explain))
  const prepare = preparing(connections, units, storage.explain)
  return {
    dialect: 'postgres',
    write: units.write,
    durable: units.durable,
    amend: units.amend,
    generation: () => undefined,
    prepare: (sql) => prepare(sql),
    prepareHeld: (sql) => prepare(sql, `${sql} FOR NO KEY UPDATE`),
    prepareWrite: (sql) => {
      const statement = prepare(sql)
      return {
        run: (...values) =>
          units.connection() || isSerial
            ? units.write(() => statement.run(...values))
            : againAfterChange(() => statement.alone(...values)),
      }
    },
    ready: async () => void (await connections.opened()),
    location: async () => {
      const pool = await connections.opened()
      const [{ addressOf }, { rows }] = await Promise.all([
        import('./pool.ts'),
        pool.query<{ database: string }>('SELECT current_database() AS database'),
      ])
      return { kind: 'server', ...addressOf(url), database: rows[0]?.database ?? '' }
    },
    condition: storage.condition,
    healthy: async () => (await storage.condition()) === 'sound',
    close: connections.close,
  }
}

function poolConfig({ url, schema, connections = usualConnections }: PostgresOptions): PoolConfig {
  const settings = {
    search_path: schema,
    // Most writes are not acknowledged to any person; units with acknowledged writes request a flush.
    synchronous_commit: 'off',
  }
  return {
    connectionString: url,
    max: connections,
    // The server ends statements that the time limit here cannot reach: those of a process that has ended.
    statement_timeout: unitLimitMs,
    idle_in_transaction_session_timeout: 2 * unitLimitMs,
    // Where the network drops packets, not even the server's refusal arrives.
    query_timeout: 2 * unitLimitMs,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${escaped(value)}`)
      .join(' '),
  }
}

type Connections = ReturnType<typeof openConnections>

function openConnections(options: PostgresOptions) {
  const { url, schema, project, migrations, connections = usualConnections } = options
  let isClosed = false
  let pool: Pool | undefined
  /** The statement by which a transaction is flushed at the server's level. */
  let flush = ''
  const shared = sharePool({ url, schema, migrations, project, connections, config: poolConfig(options) })
  /** Connections are opened once the tables exist. */
  async function opened(): Promise<Pool> {
    if (isClosed) throw new Error('The database was closed')
    try {
      const { syncLevel, pool: opened } = await shared.opened()
      flush = `SET LOCAL synchronous_commit = ${syncLevel}`
      pool = opened
      return opened
    } catch (error) {
      throw postgresFault(error)
    }
  }
  const connect = async () => shared.connect(pool ?? (await opened()))

  /** A connection for one statement; one that failed is not used again. */
  async function lent<T>(ask: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await connect()
    let isSound = false
    try {
      const answer = await ask(client)
      isSound = true
      return answer
    } finally {
      client.release(!isSound)
    }
  }

  function close(): void {
    if (isClosed) return
    isClosed = true
    pool = undefined
    shared.leave()
  }

  return { opened, connect, lent, flush: () => flush, close }
}

/** Notes that a write found no space, and notices when there is some again. */
function watchStorage({ opened }: Connections) {
  /** A write found no space, and none has been tried since that did. */
  let isFull = false
  return {
    explain: (error: unknown): unknown => {
      isFull ||= isStorageFull(error)
      return postgresFault(error)
    },
    condition: async (): Promise<DatabaseCondition> => {
      try {
        await (await opened()).query('SELECT 1')
        // Only after a failure, as it costs more than a read.
        if (isFull) isFull = !(await hasSpace(await opened()))
        return isFull ? 'full' : 'sound'
      } catch {
        return 'unreachable'
      }
    },
  }
}

/** The transactions of units of work. */
function transactionsOn(
  { connect, flush }: Connections,
  { isSerial = false }: PostgresOptions,
  explain: (error: unknown) => unknown,
): UnitDriver<PoolClient> {
  const broken = new WeakSet<PoolClient>()
  return {
    system: 'postgresql',
    async begin(kind) {
      const client = await connect()
      try {
        // One statement more would be one round trip more.
        await client.query(['BEGIN', ...(kind === 'write' ? [] : [flush()]), ...(isSerial ? [inTurn] : [])].join('; '))
        return client
      } catch (error) {
        client.release(true)
        throw error
      }
    },
    commit: async (client) => void (await client.query('COMMIT')),
    async rollback(client, isStuck) {
      // The next statement would wait behind one that still runs: the connection is dropped with its transaction.
      if (isStuck) broken.add(client)
      else await client.query('ROLLBACK').catch(() => broken.add(client))
    },
    ended: (client) => client.release(broken.has(client)),
    beginPart: async (client, depth, isDurable) =>
      void (await client.query(`SAVEPOINT part_${depth}${isDurable ? `; ${flush()}` : ''}`)),
    endPart: async (client, depth) => void (await client.query(`RELEASE part_${depth}`)),
    undoPart: async (client, depth) => void (await client.query(`ROLLBACK TO part_${depth}; RELEASE part_${depth}`)),
    explain,
  }
}

/** Prepares statements: each runs in the unit of its caller, or on a connection of its own. */
function preparing(
  { lent }: Connections,
  units: Units<PoolClient>,
  explain: (error: unknown) => unknown,
): (sql: string, inUnit?: string) => PreparedStatement & { readonly alone: PreparedStatement['run'] } {
  // `inUnit`: the statement's form inside a unit of work.
  return (sql, inUnit = sql) => {
    const [outside, inside] = [postgresText(sql), postgresText(inUnit)]
    async function ask(values: Values) {
      const client = units.connection()
      const { name, text, valuesOf } = client ? inside : outside
      try {
        const query = (target: PoolClient) => target.query<Row>({ name, text, values: [...valuesOf(values)] })
        // A unit of work is one span with all that is in it.
        return await (client === undefined ? statementSpan(text, () => lent(query)) : query(client))
      } catch (error) {
        throw explain(error)
      }
    }
    const alone: PreparedStatement['run'] = async (...values) => (await ask(values)).rowCount ?? 0
    return {
      all: async (...values) => (await ask(values)).rows,
      get: async (...values) => (await ask(values)).rows[0],
      run: async (...values) => {
        if (units.connection() === undefined) throw new Error(outsideUnit)
        return alone(...values)
      },
      alone,
    }
  }
}

/** Inserts a row and undoes it. Rejects if the server is unreachable; any other error has nothing to do with space. */
async function hasSpace(pool: Pool): Promise<boolean> {
  const client = await pool.connect()
  let isBroken = false
  try {
    await client.query(growAndForget)
    return true
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {
      isBroken = true
    })
    if (postgresFault(error) instanceof UnreachableDatabaseError) throw error
    return !isStorageFull(error)
  } finally {
    client.release(isBroken)
  }
}

/** A table of some pages, of which nothing is left. */
const growAndForget = `
  BEGIN;
  CREATE TABLE storage_probe (content bigint);
  INSERT INTO storage_probe SELECT generate_series(1, 2000);
  ROLLBACK`

/** Holds the lock until the transaction ends, for every process with the same tables. */
const inTurn = "SELECT pg_advisory_xact_lock(hashtextextended('units of work of ' || current_schema(), 0))"

/** Escapes a value of the startup parameter `options`, in which spaces separate the settings. */
function escaped(value: string): string {
  return value.replaceAll(/[\\ ]/g, (character) => `\\${character}`)
}
