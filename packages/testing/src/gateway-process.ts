import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from './free-port.ts'
import { startServiceProcess, testsBundle, type ServiceProcess } from './service-process.ts'

/** A running gateway with its own ports and data folder, in development mode. */
export interface GatewayProcess extends ServiceProcess {
  /** The public origin: pages and public API. */
  readonly origin: string
  /** The admin API's origin. */
  readonly adminOrigin: string
  /** The console and the control plane's API. */
  readonly consoleOrigin: string
  readonly dataFolder: string
}

/**
 * `dataFolder` continues with the data of an earlier gateway; without it a folder is created, and removed on `stop`.
 */
export interface GatewayProcessOptions {
  readonly dataFolder?: string | undefined
  readonly environment?: Readonly<Record<string, string | undefined>>
  readonly ports?: { readonly public: number; readonly admin: number; readonly console?: number }
  readonly timeoutMs?: number
  /**
   * `built` (the default): the bundle, if `npm test` has made it (see `testsBundle`); `sources`: the sources, with
   * built pages; `develop`: the pages come from their sources as well, as with `npm run dev`.
   */
  readonly mode?: 'built' | 'sources' | 'develop'
  /** A copy of the program, which runs instead of the repository's. */
  readonly program?: string
}

const entries = {
  built: ['dist/main.js'],
  sources: ['apps/gateway/src/main.ts'],
  develop: ['apps/gateway/src/dev.ts'],
}

/** Starts the gateway and waits until it is ready. */
export async function startGateway(options: GatewayProcessOptions = {}): Promise<GatewayProcess> {
  const [first = 0, second = 0, third = 0] = await freePorts(3)
  const { public: publicPort, admin: adminPort } = options.ports ?? { public: first, admin: second }
  const free = [first, second, third].find((port) => port !== publicPort && port !== adminPort)
  const consolePort = options.ports?.console ?? free ?? third
  const dataFolder = options.dataFolder ?? (await mkdtemp(join(tmpdir(), 'gatehouse-')))
  const origin = `http://localhost:${publicPort}`
  const adminOrigin = `http://127.0.0.1:${adminPort}`
  const consoleOrigin = `http://localhost:${consolePort}`
  // A copy has been changed since the bundle was made.
  const isBundled = options.program === undefined && testsBundle()
  const { mode = isBundled ? 'built' : 'sources' } = options
  const service = await startServiceProcess({
    args: entries[mode],
    folder: options.program,
    environment: {
      GATEHOUSE_PUBLIC_URL: origin,
      GATEHOUSE_ADMIN_URL: adminOrigin,
      GATEHOUSE_CONSOLE_URL: consoleOrigin,
      GATEHOUSE_DATA: dataFolder,
      GATEHOUSE_DEV: 'true',
      GATEHOUSE_WORKERS: '1',
      ...(mode === 'develop' && { NODE_ENV: 'development' }),
      // A developer's own settings must not reach a test.
      ORY_SDK_URL: undefined,
      KRATOS_PUBLIC_URL: undefined,
      KRATOS_ADMIN_URL: undefined,
      ORY_PROJECT_API_TOKEN: undefined,
      HYDRA_ADMIN_URL: undefined,
      HYDRA_ADMIN_KEY: undefined,
      GATEHOUSE_IDENTITY_CONFIG: undefined,
      GATEHOUSE_BRAND: undefined,
      GATEHOUSE_CONTROL_PLANE_URL: undefined,
      GATEHOUSE_CONTROL_PLANE_KEY: undefined,
      ...options.environment,
    },
    readyUrl: `${origin}/health/ready`,
    timeoutMs: options.timeoutMs,
  })
  return {
    ...service,
    origin,
    adminOrigin,
    consoleOrigin,
    dataFolder,
    stop: async (graceMs) => {
      const code = await service.stop(graceMs)
      if (options.dataFolder === undefined) await rm(dataFolder, { recursive: true, force: true })
      return code
    },
  }
}
