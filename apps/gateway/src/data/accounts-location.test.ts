import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { identityPart, schemaOf } from '@gatehouse/testing/journeys'
import {
  freePorts,
  postgresIsMissing,
  repositoryRoot,
  startPostgres,
  startServiceProcess,
  testsBundle,
  type PostgresProcess,
  type ServiceProcess,
} from '@gatehouse/testing/processes'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'

const password = 'analytical-engine-1843'
const email = { type: 'string', 'ory.sh/kratos': { credentials: { password: { identifier: true } } } }
const secret = ['Zq8fVw3nLr6tYx1bKm5dHs9gJc2pRa4e']
const kratos = {
  identity: identityPart('person', schemaOf({ email })),
  selfservice: {
    default_browser_return_url: 'http://localhost:4455/',
    methods: { password: { enabled: true, config: { haveibeenpwned_enabled: false } } },
  },
  hashers: { algorithm: 'bcrypt', bcrypt: { cost: 4 } },
}

/**
 * The database of accounts as a configuration names it. `one`, `two`: on the server; `file`: outside any data folder.
 */
interface Combination {
  readonly title: string
  readonly dsn?: 'memory' | 'file' | 'one' | 'one with options' | ':memory:'
  /** Set by the variable, not in the file. */
  readonly asVariable?: boolean
  readonly database?: 'one' | 'two'
  /** Unnamed: `data` in the working folder. */
  readonly data?: 'unnamed'
  readonly workers: 1 | 2
  readonly dev?: boolean
  /** Whether the file has none. */
  readonly withoutSecrets?: true
  readonly expected:
    | { readonly kept: 'data folder' | 'file' | 'one' | 'two' }
    | { readonly lost: true }
    | { readonly refused: readonly ('dsn' | 'GATEHOUSE_DATABASE' | 'memory')[] }
}

/** TABLE: the location of accounts, or the reason of the refusal. */
// prettier-ignore
const combinations: readonly Combination[] = [
  { title: 'nothing is named, in development',                        workers: 1, dev: true,                          expected: { kept: 'data folder' } },
  { title: 'nothing is named, by two processes',                      workers: 2,                                     expected: { kept: 'data folder' } },
  { title: 'nothing is named, the data folder neither',               workers: 1, data: 'unnamed', withoutSecrets: true, expected: { kept: 'data folder' } },
  { title: 'a database is named, in development',                     workers: 1, dev: true, database: 'one',         expected: { kept: 'one' } },
  { title: 'a database is named, by two processes',                   workers: 2, database: 'two',                    expected: { kept: 'two' } },
  { title: 'dsn is a file elsewhere, by two processes',               workers: 2, dsn: 'file',                        expected: { kept: 'file' } },
  { title: 'dsn is a database, and nothing else is named',            workers: 1, dsn: 'one', dev: true,              expected: { kept: 'one' } },
  { title: 'dsn is the same database with other options',             workers: 1, dsn: 'one with options', database: 'one', expected: { kept: 'one' } },
  { title: 'dsn is memory, in development',                           workers: 1, dsn: 'memory', dev: true,           expected: { lost: true } },
  { title: 'dsn is memory, otherwise',                                workers: 1, dsn: 'memory',                      expected: { refused: ['dsn', 'memory'] } },
  { title: 'dsn is memory, by two processes',                         workers: 2, dsn: ':memory:',                    expected: { refused: ['dsn', 'memory'] } },
  { title: 'dsn is memory beside a database, in development',         workers: 1, dsn: 'memory', database: 'one', dev: true, expected: { refused: ['dsn', 'GATEHOUSE_DATABASE'] } },
  { title: 'dsn is a file beside a database',                         workers: 1, dsn: 'file', database: 'one',       expected: { refused: ['dsn', 'GATEHOUSE_DATABASE'] } },
  { title: 'dsn is another database, by two processes',               workers: 2, dsn: 'one', database: 'two',        expected: { refused: ['dsn', 'GATEHOUSE_DATABASE'] } },
  { title: 'the variable DSN is another database, in development',    workers: 1, dsn: 'one', asVariable: true, database: 'two', dev: true, expected: { refused: ['dsn', 'GATEHOUSE_DATABASE'] } },
]

describe.skipIf(postgresIsMissing() !== undefined)('accounts are where the banner says', () => {
  let server: PostgresProcess
  let databases: Readonly<Record<'one' | 'two', string>>
  beforeAll(async () => {
    server = await startPostgres({ fsync: 'off' })
    const withPassword = () => server.createDatabase().replace('gatehouse@', 'gatehouse:hunter2@')
    databases = { one: withPassword(), two: withPassword() }
  })
  afterAll(() => server.stop())

  test.each(combinations)('$title @accounts-location-1', async (combination) => {
    const { expected } = combination
    const installation = await install(combination)
    if ('refused' in expected) {
      const said = await installation.refusal()
      for (const word of expected.refused) expect(said).toContain(word)
      expect(said).not.toContain('hunter2')
      if (combination.database) expect(said).toContain(`/${new URL(databases[combination.database]).pathname.slice(1)}`)
      expect(await installation.find('ada@example.org')).toEqual([])
      return
    }
    const first = await installation.start()
    expect(await installation.submit('registration', { traits: { email: 'ada@example.org' } })).toBe(200)
    const banner = /^ {2}Data .*$/m.exec(first.logs())?.[0] ?? ''
    const locations = await installation.find('ada@example.org')
    if ('lost' in expected) {
      expect([banner, locations]).toEqual([expect.stringMatching(/Data +in memory, lost at the end/), []])
      expect(await installation.submit('login', { identifier: 'ada@example.org' })).toBe(200)
      return
    }
    const { kept } = expected
    const isServer = kept === 'one' || kept === 'two'
    const location = isServer ? pathOf(databases[kept]) : kept === 'file' ? installation.file : installation.own
    expect(locations).toEqual([location])
    expect(banner).toContain(location)
    expect(banner).not.toContain('hunter2')
    await first.stop()
    await installation.start()
    expect(await installation.submit('login', { identifier: 'ada@example.org' })).toBe(200)
  })

  const pathOf = (url: string) => `PostgreSQL, ${new URL(url).host}${new URL(url).pathname}`

  async function install({ dsn, asVariable, database, data, workers, dev = false, withoutSecrets }: Combination) {
    const schemas = ['identity', 'control', 'gateways'].map((name) => `gatehouse_${name}`).join(', ')
    const emptied = Object.values(databases).map((url) => server.rows(url, `DROP SCHEMA IF EXISTS ${schemas} CASCADE`))
    await Promise.all(emptied)
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-location-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    mkdirSync(join(folder, 'elsewhere'))
    const file = join(folder, 'elsewhere', 'accounts.db')
    const dsns = {
      memory: 'memory',
      ':memory:': 'sqlite://:memory:',
      file: `sqlite://${file}`,
      one: databases.one,
      'one with options': `${databases.one.replace('hunter2', 'other')}?sslmode=disable&max_conns=4`,
    }
    const named = dsn && dsns[dsn]
    const configFile = join(folder, 'kratos.yml')
    writeFileSync(
      configFile,
      JSON.stringify({
        ...(named && !asVariable && { dsn: named }),
        ...(withoutSecrets ? {} : { secrets: { default: secret, cookie: secret, cipher: secret } }),
        ...kratos,
      }),
    )
    const [publicPort = 0, adminPort = 0, consolePort = 0] = await freePorts(3)
    const origin = `http://localhost:${publicPort}`
    const dataFolder = join(folder, 'data')
    const launch = async (readyUrl?: string): Promise<ServiceProcess> => {
      const service = await startServiceProcess({
        args: [join(repositoryRoot, testsBundle() ? 'dist/main.js' : 'apps/gateway/src/main.ts')],
        folder,
        environment: {
          GATEHOUSE_PUBLIC_URL: origin,
          GATEHOUSE_ADMIN_URL: `http://127.0.0.1:${adminPort}`,
          GATEHOUSE_CONSOLE_URL: `http://localhost:${consolePort}`,
          GATEHOUSE_DATA: data === 'unnamed' ? undefined : dataFolder,
          GATEHOUSE_IDENTITY_CONFIG: configFile,
          GATEHOUSE_DATABASE: database && databases[database],
          DSN: asVariable === true ? named : undefined,
          GATEHOUSE_DEV: String(dev),
          GATEHOUSE_WORKERS: String(workers),
          GATEHOUSE_DRAIN_SECONDS: '0',
          LOG_LEVEL: 'warn',
        },
        ...(readyUrl && { readyUrl }),
      })
      onTestFinished(() => service.kill())
      return service
    }
    return {
      file,
      own: join(dataFolder, 'identity.sqlite'),
      start: async () => {
        const service = await launch(`${origin}/health/ready`)
        await vi.waitUntil(() => / {2}Data /.test(service.logs()), { timeout: 60_000 })
        return service
      },
      /** The error with which the process ends. */
      refusal: async () => {
        const ended = await launch(`${origin}/health/ready`).catch((error: unknown) => error)
        expect(ended).toBeInstanceOf(Error)
        return ended instanceof Error ? ended.message : ''
      },
      submit: async (kind: 'login' | 'registration', values: object) => {
        const flow = (await (await fetch(`${origin}/self-service/${kind}/api`)).json()) as { readonly id: string }
        const answer = await fetch(`${origin}/self-service/${kind}?flow=${flow.id}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', connection: 'close' },
          body: JSON.stringify({ method: 'password', password, ...values }),
        })
        await answer.body?.cancel()
        return answer.status
      },
      /** Returns every location that has an account of that name. */
      find: async (email: string) => {
        const files = readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && /\.(?:sqlite|db)$/.test(entry.name))
          .map((entry) => join(entry.parentPath, entry.name))
          .filter((path) => existsSync(path) && hasAccount(path, email))
        const servers = await Promise.all(
          Object.values(databases).map(async (url) =>
            (await serverHasAccount(server, url, email)) ? [pathOf(url)] : [],
          ),
        )
        return [...files, ...servers.flat()]
      },
    }
  }
})

function hasAccount(path: string, email: string): boolean {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const tables = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'identity_identifiers'").all()
    if (tables.length === 0) return false
    return database.prepare('SELECT 1 FROM identity_identifiers WHERE identifier = ?').all(email).length > 0
  } finally {
    database.close()
  }
}

async function serverHasAccount(server: PostgresProcess, url: string, email: string): Promise<boolean> {
  const [table] = await server.rows(url, "SELECT 1 FROM pg_tables WHERE tablename = 'identity_identifiers'")
  if (table === undefined) return false
  const question = 'SELECT 1 FROM gatehouse_identity.identity_identifiers WHERE identifier = $1'
  return (await server.rows(url, question, [email])).length > 0
}
