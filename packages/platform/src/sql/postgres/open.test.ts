import { readFileSync } from 'node:fs'
import { postgresIsMissing, startPostgres, type PostgresProcess } from '@gatehouse/testing/processes'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { UniqueConflictError, StaleReferenceError, UnreachableDatabaseError } from '../errors.ts'
import { openPostgres, type PostgresOptions } from './open.ts'
import { openPostgresSnapshot } from './snapshot.ts'
import { postgresText } from './text.ts'

const sql = `
  CREATE FUNCTION own_project() RETURNS text LANGUAGE sql STABLE RETURN current_setting('gatehouse.project');
  CREATE TABLE people (project text NOT NULL DEFAULT own_project(), name text, PRIMARY KEY (project, name));
  CREATE TABLE pets (
    project text NOT NULL DEFAULT own_project(), owner text NOT NULL, FOREIGN KEY (project, owner) REFERENCES people
  );
  ALTER TABLE people ENABLE ROW LEVEL SECURITY;
  ALTER TABLE people FORCE ROW LEVEL SECURITY;
  CREATE POLICY own_project ON people USING (project = own_project());`
const migrations = [{ name: '1_people', sql }]

test('a statement is converted to PostgreSQL’s syntax, and quoted text is not changed', () => {
  const named = postgresText("SELECT ':a', a::text FROM t WHERE b = :b AND (c = :c OR c < :b)")
  expect(named.text).toBe("SELECT ':a', a::text FROM t WHERE b = $1 AND (c = $2 OR c < $1)")
  expect(named.valuesOf([{ c: 2, b: 'x\0y' }])).toEqual(['x\uFFFDy', 2])
  const placed = postgresText('SELECT 1 WHERE a = ?1 AND b = ?1')
  expect([placed.text, placed.valuesOf([3])]).toEqual(['SELECT 1 WHERE a = $1 AND b = $1', [3]])
  expect(postgresText('VALUES (?, ?)').text).toBe('VALUES ($1, $2)')
  expect(() => postgresText('SELECT ?, :a')).toThrow('by name or by position')
})

test('projects share the prepared statements of a connection, and other texts have other names', () => {
  const [one, again, other] = ['SELECT ?1', 'SELECT ?1', 'SELECT ?1 AS a'].map(postgresText)
  expect(again?.name).toBe(one?.name)
  expect(other?.name).not.toBe(one?.name)
})

describe.skipIf(postgresIsMissing() !== undefined)('a database of a server', () => {
  let server: PostgresProcess
  let url: string
  beforeAll(async () => {
    server = await startPostgres({ fsync: 'off' })
    url = server.createDatabase()
  })
  afterAll(() => server.stop())

  function open(options: Partial<PostgresOptions> = {}) {
    const database = openPostgres({ url, schema: 'tested', project: 'one', migrations, ...options })
    onTestFinished(() => database.close())
    const add = database.prepare('INSERT INTO people (name) VALUES (?)')
    const names = database.prepare('SELECT name FROM people ORDER BY name')
    return { database, add: (name: string) => database.write(() => add.run(name)), names: () => names.all() }
  }

  test('keeps projects apart, whatever a statement asks for @postgres-1', async () => {
    const [one, other] = [open({ project: 'the first' }), open({ project: 'the \\ other' })]
    await one.add('Ada')
    await other.add('Ada')
    await other.add('Grace')
    expect(await one.names()).toEqual([{ name: 'Ada' }])
    const steal = one.database.prepare("UPDATE people SET name = name || '!' WHERE TRUE")
    expect(await one.database.write(() => steal.run())).toBe(1)
    const give = one.database.prepare("INSERT INTO people (project, name) VALUES ('the \\ other', 'Eve')")
    await expect(one.database.write(() => give.run())).rejects.toThrow('row-level security')
    expect(await other.names()).toEqual([{ name: 'Ada' }, { name: 'Grace' }])
  })

  test('shares its connections among all projects of a process, and each project sees only its rows on every one @postgres-7', async () => {
    const fresh = server.createDatabase()
    const projects = Array.from({ length: 20 }, (_, at) => open({ url: fresh, project: `p${at}`, connections: 2 }))
    await Promise.all(projects.map(({ add }, at) => add(`Ada ${at}`)))
    const [first, second] = projects
    // A unit that is undone leaves the connection with its project, and one that failed is not used again.
    await expect(
      first?.database.write(async () => {
        await first.database.prepare('INSERT INTO people (name) VALUES (?)').run('Eve')
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    await expect(second?.database.prepare('SELECT 1 / 0').get()).rejects.toThrow('division by zero')
    const seen = await Promise.all(projects.flatMap(({ names, database }) => [names(), database.write(() => names())]))
    expect(seen).toEqual(projects.flatMap((_, at) => [[{ name: `Ada ${at}` }], [{ name: `Ada ${at}` }]]))
    const connections =
      "SELECT count(*)::int AS open FROM pg_stat_activity WHERE datname = current_database() AND usename = 'gatehouse'"
    const { rows } = await asked(fresh.replace('gatehouse@', 'postgres@'), connections)
    expect(rows).toEqual([{ open: 2 }])
    // A database that is closed leaves its connections to the others.
    second?.database.close()
    expect(await first?.names()).toEqual([{ name: 'Ada 0' }])
  })

  test('leaves connections to other projects while the statements of some hold all they may @postgres-8', async () => {
    const fresh = server.createDatabase()
    const of = (project: string) => open({ url: fresh, project, connections: 10 })
    const [busy, slow, other] = [of('busy'), of('slow'), of('other')]
    await Promise.all([busy.add('Ada'), slow.add('Ada'), other.add('Ada')])
    const holder = new Client(fresh)
    await holder.connect()
    await holder.query('SELECT pg_advisory_lock(1)')
    const order: string[] = []
    const wait = async (name: string, { database }: typeof busy) => {
      await database.prepare('SELECT pg_advisory_xact_lock_shared(1)').get()
      order.push(name)
    }
    const held = [busy, slow].flatMap((one, at) => Array.from({ length: 20 }, () => wait(`held ${at}`, one)))
    for (let time = 0; time < 5; time += 1) {
      await other.add(`Grace ${time}`)
      order.push(`other ${(await other.names()).length}`)
    }
    await holder.end()
    await Promise.all(held)
    // The other one completed all its statements while the first two had 40 pending ones.
    expect(order.slice(0, 5)).toEqual(['other 2', 'other 3', 'other 4', 'other 5', 'other 6'])
    expect(order).toHaveLength(45)
  })

  test('is refused to a role that sees every project, with a fix @postgres-2', async () => {
    const asSuperuser = open({ url: url.replace('gatehouse@', 'postgres@') })
    await expect(asSuperuser.database.ready()).rejects.toThrow(/superuser.*CREATE ROLE gatehouse/s)
    expect(await asSuperuser.database.healthy()).toBe(false)
  })

  test('is refused to such a role for a backup, too, which would have all people in each project @postgres-5', async () => {
    const address = server.createDatabase()
    const [one, other] = [open({ url: address, project: 'one' }), open({ url: address, project: 'other' })]
    await one.add('Ada')
    await other.add('Grace')
    const refused = openPostgresSnapshot(address.replace('gatehouse@', 'postgres@'))
    await expect(refused).rejects.toThrow(/superuser.*CREATE ROLE gatehouse/s)
    const snapshot = await openPostgresSnapshot(address)
    onTestFinished(() => snapshot.release())
    const part = await snapshot.part({ schema: 'tested', project: 'other', migrations })
    expect(await part?.prepare('SELECT name FROM people').all()).toEqual([{ name: 'Grace' }])
  })

  test('is used by a role that is created as in the manual @postgres-4', async () => {
    const manual = readFileSync(new URL('../../../../../docs/operate.md', import.meta.url), 'utf8')
    const statements = /^```sql\n([\s\S]*?)^```$/m.exec(manual)?.[1]?.trim().split('\n') ?? []
    expect(statements).toHaveLength(2)
    // The server of these tests has the names of the manual already.
    const named = statements.map((statement) =>
      statement.replaceAll(/(ROLE|DATABASE|OWNER) gatehouse/g, '$1 documented'),
    )
    const asSuperuser = url.replace('gatehouse@', 'postgres@')
    for (const statement of named) await asked(asSuperuser, statement)
    const address = new URL(url.replace('gatehouse@', 'documented@'))
    address.pathname = '/documented'
    const { add, names } = open({ url: address.href })
    await add('Ada')
    expect(await names()).toEqual([{ name: 'Ada' }])
  })

  test('reports a name that is taken, and a row that was deleted', async () => {
    const { database, add } = open({ project: 'faults' })
    await add('Ada')
    await expect(add('Ada')).rejects.toThrow(UniqueConflictError)
    const pet = database.prepare("INSERT INTO pets (owner) VALUES ('Eve')")
    await expect(database.write(() => pet.run())).rejects.toThrow(StaleReferenceError)
  })

  test('is migrated once by processes that start at the same time', async () => {
    const fresh = server.createDatabase()
    // A separate list of migrations, so that no connections are shared.
    const many = Array.from({ length: 4 }, () => open({ url: fresh, migrations: [...migrations] }))
    await Promise.all(many.map(({ database }) => database.ready()))
    const { rows } = await asked(fresh, 'SELECT name FROM tested.migrations')
    expect(rows).toEqual([{ name: '1_people' }])
    const older = open({ url: fresh, migrations: [] })
    await expect(older.database.ready()).rejects.toThrow('newer version')
  })

  test('is read while a migration waits for a table, which is tried until it gets it @postgres-9', async () => {
    const fresh = server.createDatabase()
    const serving = open({ url: fresh })
    await serving.add('Ada')
    const holder = new Client(fresh)
    await holder.connect()
    onTestFinished(() => holder.end())
    await holder.query('BEGIN; LOCK TABLE tested.people IN ACCESS SHARE MODE')
    const warnings: string[] = []
    const keep = ({ message }: Error) => void warnings.push(message)
    process.on('warning', keep)
    onTestFinished(() => void process.off('warning', keep))
    const next = { name: '2_age', sql: 'ALTER TABLE people ADD COLUMN age int' }
    const upgraded = open({ url: fresh, migrations: [...migrations, next] })
    const ready = upgraded.database.ready()
    const isWaiting = "SELECT FROM pg_stat_activity WHERE query LIKE 'ALTER TABLE people%' AND wait_event_type = 'Lock'"
    await expect.poll(async () => (await asked(fresh, isWaiting)).rowCount, { timeout: 5_000 }).toBe(1)
    expect(await serving.names()).toEqual([{ name: 'Ada' }])
    await expect.poll(() => warnings.join('\n')).toContain('tried again in 0.5 s')
    await holder.query('COMMIT')
    await ready
    expect(await upgraded.database.prepare('SELECT name, age FROM people').all()).toEqual([{ name: 'Ada', age: null }])
  })

  test('is used again once it answers again: a connection that was cut is no fault @postgres-3', async () => {
    const { database, add, names } = open({ project: 'cut' })
    await add('Ada')
    const cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'gatehouse'"
    const during = database.write(async () => {
      await asked(url.replace('gatehouse@', 'postgres@'), cut)
      await database.prepare('INSERT INTO people (name) VALUES (?)').run('lost')
    })
    await expect(during).rejects.toThrow(UnreachableDatabaseError)
    await add('Grace')
    expect(await names()).toEqual([{ name: 'Ada' }, { name: 'Grace' }])
  })

  test('is full from a write that found no space until one finds some, whatever is read meanwhile @postgres-6', async () => {
    const fresh = server.createDatabase()
    const { database, add, names } = open({ url: fresh })
    await add('Ada')
    const noSpace = (kind: string) => `LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full';
    END $$; ${kind}`
    const asSuperuser = fresh.replace('gatehouse@', 'postgres@')
    await asked(
      asSuperuser,
      `CREATE FUNCTION no_row() RETURNS trigger ${noSpace('CREATE TRIGGER no_row BEFORE INSERT ON tested.people EXECUTE FUNCTION no_row();')}
       CREATE FUNCTION no_table() RETURNS event_trigger ${noSpace("CREATE EVENT TRIGGER no_table ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION no_table()")}`,
    )
    expect(await database.condition()).toBe('sound')
    await expect(add('Grace')).rejects.toThrow('could not extend file')
    await database.write(() => names())
    expect(await database.condition()).toBe('full')
    await asked(asSuperuser, 'DROP EVENT TRIGGER no_table')
    expect(await database.condition()).toBe('sound')
    const { rows } = await asked(fresh, "SELECT to_regclass('tested.storage_probe') AS probe")
    expect(rows).toEqual([{ probe: null }])
  })

  test('flushes acknowledged writes as the server does, and nothing else', async () => {
    const { database } = open({ project: 'flushed' })
    const level = database.prepare("SELECT current_setting('synchronous_commit') AS level")
    const levelIn = async (work: <T>(work: () => Promise<T>) => Promise<T>) =>
      (await work(() => level.get()))?.['level']
    expect(await levelIn((work) => database.write(work))).toBe('off')
    expect(await levelIn((work) => database.durable(work))).toBe('on')
    expect(await levelIn((work) => database.amend(work))).toBe('on')
    expect(await levelIn((work) => database.write(() => database.durable(work)))).toBe('on')
    const strict = server.createDatabase()
    await asked(strict, `ALTER DATABASE ${new URL(strict).pathname.slice(1)} SET synchronous_commit = remote_apply`)
    const other = open({ url: strict })
    const read = other.database.prepare("SELECT current_setting('synchronous_commit') AS level")
    expect(await other.database.durable(() => read.get())).toEqual({ level: 'remote_apply' })
  })

  test('that is unreachable is reported with a message, and is not queried after its end', async () => {
    const nowhere = open({ url: 'postgres://gatehouse@127.0.0.1:1/none' })
    await expect(nowhere.database.ready()).rejects.toThrow(UnreachableDatabaseError)
    await expect(nowhere.names()).rejects.toThrow('The database does not answer')
    const { database, names } = open()
    await names()
    database.close()
    await expect(names()).rejects.toThrow('was closed')
  })
})

async function asked(url: string, sql: string) {
  const client = new Client(url)
  await client.connect()
  try {
    return await client.query(sql)
  } finally {
    await client.end()
  }
}
