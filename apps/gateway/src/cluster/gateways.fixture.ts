import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  freePorts,
  startGateway,
  startPostgres,
  type GatewayProcess,
  type PostgresProcess,
} from '@gatehouse/testing/processes'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { exchangeJson } from './exchange-json.fixture.ts'

type Environment = Readonly<Record<string, string>>
type Ports = Readonly<Record<'public' | 'admin' | 'console', number>>

/** Starts gateways that share a database of a server which runs for the tests of a file; they end after each test. */
export function gatewaysForTests() {
  let server: PostgresProcess | undefined
  let database = ''
  const running: GatewayProcess[] = []
  beforeAll(async () => {
    vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })
    server = await startPostgres({ fsync: 'off' })
  })
  afterAll(() => server?.stop())
  afterEach(async () => {
    await Promise.all(running.splice(0).map((gateway) => gateway.stop()))
  })

  /** Starts a gateway as on a separate machine: with another folder and other ports. */
  async function startOne(environment: Environment, ports?: Ports): Promise<GatewayProcess> {
    const gateway = await startGateway({
      ...(ports && { ports }),
      environment: {
        GATEHOUSE_DEV: 'false',
        GATEHOUSE_WORKERS: '2',
        GATEHOUSE_DRAIN_SECONDS: '1',
        GATEHOUSE_DATABASE: database,
        GATEHOUSE_SECRETS: 'one-secret-that-all-of-these-gateways-have',
        LOG_LEVEL: 'info',
        ...environment,
      },
    })
    running.push(gateway)
    return gateway
  }

  return {
    running,
    /** The database of the last two gateways. */
    database: () => database,
    /**
     * Starts two gateways; the first one has the background work. `ofSecond`: the settings of only the second one; it listens at `port`.
     */
    startTwo: async (
      environment: Environment = {},
      ofSecond: (first: GatewayProcess, port: number) => Environment = () => ({}),
    ) => {
      database = environment['GATEHOUSE_DATABASE'] ?? server?.createDatabase() ?? ''
      const first = await startOne(environment)
      const [port = 0, admin = 0, console = 0] = await freePorts(3)
      const second = await startOne({ ...environment, ...ofSecond(first, port) }, { public: port, admin, console })
      const key = (await readFile(join(first.dataFolder, 'workspace-api-key'), 'utf8')).trim()
      const control = (gateway: GatewayProcess, method: string, path: string, body?: unknown) =>
        exchangeJson(`${gateway.consoleOrigin}${path}`, { method, body, headers: { authorization: `Bearer ${key}` } })
      return { first, second, control }
    },
  }
}

/** Returns whether a gateway has begun the background work. */
export const hasBackground = (gateway: GatewayProcess): boolean =>
  gateway.logs().includes('a worker begins the background work')
