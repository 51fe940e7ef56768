import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Config } from '@gatehouse/config/config'
import { banner, type Started } from './banner.ts'
import { compose, type ComposeOptions, type Gateway } from '../compose.ts'
import { claimDataFolder, keepsData } from '../data/data-folder.ts'
import { readSeed, seed, type SeededPerson } from '../devtools/seed.ts'
import { firstOperatorLine } from './first-operator-link.ts'
import {
  listen,
  publicPortSetting,
  type Listener,
  type ListenOptions,
  type NetworkHandler,
  type NodeMiddleware,
} from './listen.ts'
import type { Log } from '@gatehouse/platform/log'
import { alone } from '../workers/role.ts'

/** A gateway that listens. */
export interface RunningGateway {
  /** For the terminal; absent in a follower, whose leader has one. */
  readonly banner: string | undefined
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
  const { role = alone() } = options
  const isLeader = role.kind === 'leader'
  const opened: (() => Promise<void> | void)[] = []
  const stop = async () => {
    for (const close of opened.splice(0).toReversed()) await close()
  }
  try {
    // Workers live in a folder that their primary has claimed.
    if (!role.isShared && keepsData(config)) {
      const folder = claimDataFolder(config.data)
      opened.push(() => folder.release())
    }
    const gateway = await compose(config, { ...options, role })
    opened.push(() => gateway.stop())
    await gateway.start()
    const report = isLeader ? await prepare(config, gateway, options.log) : undefined
    const listeners = await openListeners(config, gateway, { before: options.before, isShared: role.isShared })
    for (const listener of listeners) opened.push(() => listener.close(graceMs))
    // Live tails would hold their listener open for as long as it may take.
    opened.push(() => gateway.retire())
    // A listener that closed at once would cut off what clients are just sending on connections they have kept.
    opened.push(async () => {
      gateway.drain()
      for (const listener of listeners) listener.drain()
      await delay(config.drainMs)
    })
    role.serves()
    const text = report && banner(config, { ...report, ...(await firstSteps(config, gateway)) })
    return { banner: text, reload: () => gateway.branding.reload(), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** What is done once before anything listens, and what came of it. */
async function prepare(config: Config, gateway: Gateway, log: Log): Promise<Pick<Started, 'seeded' | 'notes'>> {
  for (const warning of config.warnings) log.warn({}, warning)
  const seeded = await seedIfNew(config, gateway, log)
  const notes = await gateway.identity.startNotes()
  for (const { kind, text } of notes) log[kind === 'fault' ? 'error' : 'warn']({}, text)
  return { seeded, notes }
}

async function firstSteps(config: Config, gateway: Gateway): Promise<Omit<Started, 'seeded' | 'notes'>> {
  return {
    hasDevtools: config.dev && gateway.identity.adminClient !== undefined,
    firstKey: gateway.operators?.firstKey,
    setUpLink: firstOperatorLine(await setUpLinkOf(config, gateway), {
      data: config.data,
      // In development mode only this machine reaches the console.
      isShown: config.dev || process.stdout.isTTY,
    }),
  }
}

async function setUpLinkOf({ consoleUrl }: Config, { operators }: Gateway): Promise<string | undefined> {
  const token = await operators?.controlPlane.setUp.issue()
  return token && `${consoleUrl.origin}/set-up/${token}`
}

// In the order in which they open: when the public one is, everything is.
async function openListeners(
  config: Config,
  gateway: Gateway,
  { before, isShared }: { readonly before: NodeMiddleware | undefined; readonly isShared: boolean },
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
        isShared,
        variable: publicPortSetting(config),
        before,
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
