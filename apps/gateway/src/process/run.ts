import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Config } from '@gatehouse/config/config'
import { banner } from './banner.ts'
import { compose, type ComposeOptions, type Gateway } from '../compose.ts'
import { claimDataFolder } from '../data/data-folder.ts'
import { readSeed, seed, type SeededPerson } from '../devtools/seed.ts'
import { firstOperatorLine } from './first-operator-link.ts'
import { listen, type Listener, type ListenOptions, type NetworkHandler, type NodeMiddleware } from './listen.ts'
import type { Log } from '@gatehouse/platform/log'

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

const seedPath = fileURLToPath(new URL('../../seed.yml', import.meta.url))

/** How long requests under way may take once no more are accepted, in milliseconds. */
const graceMs = 6_000

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
    for (const warning of config.warnings) options.log.warn({}, warning)
    opened.push(() => gateway.stop())
    await gateway.start()
    const people = await seedIfNew(config, gateway, options.log)
    const notes = await gateway.identity.startNotes()
    for (const { kind, text } of notes) options.log[kind === 'fault' ? 'error' : 'warn']({}, text)
    const listeners = await openListeners(config, gateway, options.before)
    for (const listener of listeners) opened.push(() => listener.close(graceMs))
    // Live tails would hold their listener open for as long as it may take.
    opened.push(() => gateway.retire())
    // A listener that closed at once would cut off what clients are just sending on connections they have kept.
    opened.push(async () => {
      gateway.drain()
      for (const listener of listeners) listener.drain()
      await delay(config.drainMs)
    })
    const hasDevtools = config.dev && gateway.identity.adminClient !== undefined
    const started = {
      seeded: people,
      hasDevtools,
      notes,
      firstKey: gateway.operators?.firstKey,
      setUpLink: firstOperatorLine(setUpLinkOf(config, gateway), {
        data: config.data,
        // In development mode only this machine reaches the console.
        isShown: config.dev || process.stdout.isTTY,
      }),
    }
    return { banner: banner(config, started), reload: () => gateway.branding.reload(), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function setUpLinkOf({ consoleUrl }: Config, { operators }: Gateway): string | undefined {
  const token = operators?.controlPlane.setUp.issue()
  return token && `${consoleUrl.origin}/set-up/${token}`
}

// In the order in which they open: when the public one is, everything is.
async function openListeners(
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
  const listeners: Listener[] = []
  try {
    for (const [handler, options] of wanted) listeners.push(await listen(handler, options))
    return listeners
  } catch (error) {
    await Promise.all(listeners.map((listener) => listener.close(0)))
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
