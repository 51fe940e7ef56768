import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  writeDocumentedConfig,
  freePorts,
  startGateway,
  startIdentityService,
  layDatabase,
  kratosProgram,
  startKratos,
  type GatewayProcess,
  type IdentityProcess,
} from '@gatehouse/testing/processes'
import { startMailbox, type Mailbox } from '@gatehouse/testing/receivers'
import { type IdentityConfigOptions, writeIdentityConfig } from './identity-config.ts'

/** A gateway, a separate process of the identity service, and a mail server: as in production, on one machine. */
export interface Network {
  readonly gateway: GatewayProcess
  readonly mailbox: Mailbox
  /** Ends the identity service. */
  stopIdentity(): Promise<void>
  /** Starts it again, with the data it had. */
  startIdentity(): Promise<void>
  stop(): Promise<void>
}

/** The program of the identity service, and its settings that differ from the plain case. */
export interface NetworkOptions {
  readonly engine?: 'gatehouse' | 'kratos'
  /** The gateway may use the service's admin API, and so has a console. */
  readonly hasConsole?: boolean
  /** The ports of the gateway; free ones by default. */
  readonly ports?: { readonly public: number; readonly admin: number }
  /** Settings of the gateway besides. */
  readonly environment?: Readonly<Record<string, string>>
  readonly config?: Omit<IdentityConfigOptions, 'folder' | 'origin' | 'listen' | 'smtp' | 'database'>
  /** The identity service runs with the file that docs/kratos.md shows, and `config` is not looked at. */
  readonly documented?: boolean
}

/** Starts all three. */
export async function startNetwork({
  engine = 'gatehouse',
  hasConsole = false,
  ports,
  environment = {},
  config = {},
  documented = false,
}: NetworkOptions = {}): Promise<Network> {
  const [first = 0, second = 0, identityPort = 0, identityAdmin = 0] = await freePorts(4)
  const { public: publicPort, admin: gatewayAdmin } = ports ?? { public: first, admin: second }
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-e2e-'))
  const mailbox = await startMailbox()
  const configFile = await (documented ? writeDocumentedConfig : writeIdentityConfig)({
    ...config,
    ...(engine === 'kratos' && { database: await layDatabase(kratosProgram, folder) }),
    folder,
    origin: `http://localhost:${publicPort}`,
    listen: { publicPort: identityPort, adminPort: identityAdmin },
    smtp: mailbox.uri,
  })
  const publicUrl = `http://127.0.0.1:${identityPort}`
  const adminUrl = `http://127.0.0.1:${identityAdmin}`
  const startEngine = engine === 'kratos' ? startKratos : startIdentityService
  const start = () => startEngine({ configFile, publicUrl, adminUrl })
  let identity: IdentityProcess | undefined = await start()
  const gateway = await startGateway({
    ports: { public: publicPort, admin: gatewayAdmin },
    // Its tools for developers are off in front of a remote service, unless they are asked for.
    environment: {
      GATEHOUSE_DEV: 'true',
      ...environment,
      KRATOS_PUBLIC_URL: publicUrl,
      ...(hasConsole && { KRATOS_ADMIN_URL: adminUrl }),
    },
  })
  const network = {
    gateway,
    mailbox,
    async stopIdentity() {
      await identity?.stop()
      identity = undefined
    },
    async startIdentity() {
      identity ??= await start()
    },
    async stop() {
      await gateway.stop()
      await network.stopIdentity()
      await mailbox.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return network
}
