import { fileURLToPath } from 'node:url'
import type { Config } from '@gatehouse/config/config'
import { banner } from './banner.ts'
import { compose, type ComposeOptions, type Gateway } from './compose.ts'
import { claimDataFolder } from './data-folder.ts'
import { readSeed, seed, type SeededPerson } from './desk/seed.ts'
import { listen, type Listener, type ListenOptions, type NetworkHandler, type NodeMiddleware } from './listen.ts'
import type { Log } from './log.ts'

/** A gateway that listens. */
export interface RunningGateway {
  /** For the terminal. */
  readonly banner: string
  /** Reads again what may change while it runs: the brand. */
  reload(): void
  stop(): Promise<void>
}

/** What `run` takes beside the configuration. */
export interface RunOptions extends ComposeOptions {
  readonly before?: NodeMiddleware
}

const seedPath = fileURLToPath(new URL('../seed.yml', import.meta.url))

/** How long requests under way may take once the process is asked to end, in milliseconds. */
const graceMs = 8_000

/** Claims the data folder, composes, starts and listens. What was opened is closed again when a later step fails. */
export async function run(config: Config, options: RunOptions): Promise<RunningGateway> {
  const opened: (() => Promise<void> | void)[] = []
  const stop = async () => {
    for (const close of opened.splice(0).toReversed()) await close()
  }
  try {
    if (config.identity.kind === 'embedded' || config.remoteConsole) {
      const folder = claimDataFolder(config.data)
      opened.push(() => folder.release())
    }
    const gateway = await compose(config, options)
    for (const warning of [...config.warnings, ...gateway.identity.warnings]) options.log.warn(warning)
    opened.push(() => gateway.stop())
    await gateway.start()
    const people = await seedIfNew(config, gateway, options.log)
    for (const door of await openDoors(config, gateway, options.before)) opened.push(() => door.close(graceMs))
    // Live tails would hold their door open for as long as it may take.
    opened.push(() => gateway.retire())
    const hasDesk = config.dev && gateway.identity.adminClient !== undefined
    const started = {
      seeded: people,
      hasDesk,
      newKeyFile: gateway.operators?.newKeyFile,
      setUpLink: setUpLinkOf(config, gateway),
    }
    return { banner: banner(config, started), reload: () => gateway.branding.reload(), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

// Only the terminal gets to see it: whoever has it becomes the first owner.
function setUpLinkOf({ consoleUrl }: Config, { operators }: Gateway): string | undefined {
  const token = operators?.controlPlane.setUp.issue()
  return token && `${consoleUrl.origin}/set-up/${token}`
}

// In the order in which they open: when the public door is, everything is.
async function openDoors(
  config: Config,
  gateway: Gateway,
  before: NodeMiddleware | undefined,
): Promise<readonly Listener[]> {
  const { admin } = gateway
  const { hostname, port } = config.adminUrl
  const adminAddress = { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? 80 : Number(port) }
  const behindProxy = config.trustedProxies.length > 0
  const wanted: readonly (readonly [NetworkHandler, ListenOptions])[] = [
    ...(admin ? [[admin, { ...adminAddress, variable: 'GATEHOUSE_ADMIN_URL' }] as const] : []),
    ...(gateway.console
      ? [
          [
            gateway.console,
            {
              ...config.consoleListen,
              variable: behindProxy ? 'GATEHOUSE_CONSOLE_LISTEN_PORT' : 'GATEHOUSE_CONSOLE_URL',
            },
          ] as const,
        ]
      : []),
    [
      gateway.edge,
      {
        ...config.listen,
        variable: behindProxy ? 'GATEHOUSE_LISTEN_PORT' : 'GATEHOUSE_PUBLIC_URL',
        ...(before === undefined ? {} : { before }),
      },
    ],
  ]
  const doors: Listener[] = []
  try {
    for (const [handler, options] of wanted) doors.push(await listen(handler, options))
    return doors
  } catch (error) {
    await Promise.all(doors.map((door) => door.close(0)))
    throw error
  }
}

// A service of somebody else, or one with schemas of its own, is not ours to fill.
async function seedIfNew({ dev, identity }: Config, gateway: Gateway, log: Log): Promise<readonly SeededPerson[]> {
  const admin = gateway.identity.adminClient
  if (!dev || admin === undefined || identity.kind !== 'embedded' || identity.configFile !== undefined) return []
  const outcome = await seed(admin, await readSeed(seedPath))
  if (outcome.kind === 'seeded') return outcome.people
  log.debug({ why: outcome.why }, 'not seeded')
  return []
}
