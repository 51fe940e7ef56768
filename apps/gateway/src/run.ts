import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { processEnvironment, type Config } from '@gatehouse/config/config'
import { banner, type Started } from './process/banner.ts'
import { settingsWarnings } from './identity/settings-warnings.ts'
import { compose, type ComposeOptions, type Gateway } from './compose.ts'
import { awaitDatabase } from './data/await-database.ts'
import { claimDataFolder, keepsData } from './data/data-folder.ts'
import { refuseMovedFiles } from './data/moved-files.ts'
import { readSeed, seed, type SeededPerson } from './process/seed.ts'
import { firstOperatorLine } from './process/first-operator-link.ts'
import {
  listen,
  type Listener,
  type ListenOptions,
  type NetworkHandler,
  type NodeMiddleware,
} from './process/listen.ts'
import { settingsRereader } from './process/settings-rereader.ts'
import { documentRereader } from './reread.ts'
import { openMetricsListener } from './metrics/metrics-listener.ts'
import { adminAddress, consoleAddress, publicAddress } from './process/own-addresses.ts'
import type { Log } from '@gatehouse/platform/log'
import { singleProcess } from './cluster/role.ts'

/** A gateway that listens. */
export interface RunningGateway {
  /** The lines for the terminal; only the first process of a gateway has them. */
  readonly banner: string | undefined
  /** Reloads the brand and a kratos.yml while it runs. A faulty file changes nothing, and is logged. */
  reload(): void
  stop(): Promise<void>
}

/** The options of `run` besides the configuration. */
export interface RunOptions extends ComposeOptions {
  readonly before?: NodeMiddleware
  /** Serves the files of a data folder that was moved to a database. */
  readonly servesOldFiles?: boolean
}

const seedPath = fileURLToPath(new URL('../seed.yml', import.meta.url))

/** The maximum duration of pending requests after the listeners close, in milliseconds. */
const graceMs = 6_000

/** Claims the data folder, composes, starts and listens. Closes everything again if a later step fails. */
export async function run(config: Config, options: RunOptions): Promise<RunningGateway> {
  const { role = singleProcess() } = options
  const opened: (() => Promise<void> | void)[] = []
  const stop = async () => {
    for (const close of opened.splice(0).toReversed()) await close()
  }
  try {
    // Workers use a folder that their primary has claimed.
    if (!role.isShared && keepsData(config)) {
      if (options.servesOldFiles !== true) refuseMovedFiles(config)
      const folder = claimDataFolder(config.data)
      opened.push(() => folder.release())
    }
    // Workers are started once their primary has reached it.
    if (!role.isShared && config.database !== undefined) {
      await awaitDatabase(config.database.reveal(), { subject: 'GATEHOUSE_DATABASE' })
    }
    const gateway = await compose(config, { ...options, role })
    opened.push(() => gateway.stop())
    gateway.start()
    const report = role.isFirst ? await prepare(config, gateway, options.log) : undefined
    const listeners = await openListeners(config, gateway, { before: options.before, isShared: role.isShared })
    // Together: a worker has to end within the time of one.
    opened.push(async () => void (await Promise.all(listeners.map((listener) => listener.close(graceMs)))))
    // The primary of several processes has it for all of them.
    if (!role.isShared) {
      const ofMetrics = await openMetricsListener(config, gateway.snapshots, options.log)
      if (ofMetrics) opened.push(() => ofMetrics.close(0))
    }
    // Live tails would keep their listener open.
    opened.push(() => gateway.retire())
    // A listener that closed at once would cut off requests on kept connections.
    opened.push(async () => {
      gateway.drain()
      for (const listener of listeners) listener.drain()
      await delay(config.drainMs)
    })
    role.reportReady()
    if (role.isFirst)
      void import('./checks/while-running.ts').then(({ logFindings }) => logFindings(config, options.log))
    const text = report && banner(config, { ...report, ...(await firstSteps(config, gateway)) })
    const rereadDocument = documentRereader(config, gateway, options.log)
    // The primary of several processes checks them for all of them.
    const rereadSettings = role.isShared ? undefined : settingsRereader(options.log)
    const reload = () => {
      gateway.branding.reload()
      rereadSettings?.()
      void rereadDocument()
    }
    return { banner: text, reload, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Runs the steps before the listeners open, and returns their results. */
async function prepare(config: Config, gateway: Gateway, log: Log): Promise<Pick<Started, 'seeded' | 'notes'>> {
  for (const { subject, wrong, fix } of settingsWarnings(config, processEnvironment()))
    log.warn({}, `${subject} ${wrong}. Fix: ${fix}`)
  const seeded = await seedIfNew(config, gateway, log)
  const notes = await gateway.identity.startNotes()
  for (const { kind, text } of notes) log[kind === 'fault' ? 'error' : 'warn']({}, text)
  return { seeded, notes }
}

async function firstSteps(config: Config, gateway: Gateway): Promise<Omit<Started, 'seeded' | 'notes'>> {
  return {
    locations: (await gateway.installation?.projects.locations()) ?? [],
    hasDevtools: config.dev && gateway.identity.adminClient !== undefined,
    firstKey: gateway.operators?.firstKey,
    setUpLink: await firstOperator(config, gateway),
  }
}

async function firstOperator({ data, consoleUrl }: Config, { operators }: Gateway): Promise<string | undefined> {
  const token = await operators?.controlPlane.setUp.issue()
  const link = token && `${consoleUrl.origin}/set-up/${token}`
  return firstOperatorLine(link, { data, isShown: process.stdout.isTTY })
}

// Opens the listeners in this order: once the public one is open, all are.
async function openListeners(
  config: Config,
  gateway: Gateway,
  { before, isShared }: { readonly before: NodeMiddleware | undefined; readonly isShared: boolean },
): Promise<readonly Listener[]> {
  const { admin, console: consoleEdge } = gateway
  const wanted: readonly (readonly [NetworkHandler, ListenOptions])[] = [
    ...(admin ? [[admin, { ...adminAddress(config), isShared }] as const] : []),
    ...(consoleEdge ? [[consoleEdge, { ...consoleAddress(config), isShared }] as const] : []),
    [gateway.edge, { ...publicAddress(config), isShared, before }],
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

// A remote service, or one with its own schemas, is not seeded.
async function seedIfNew({ dev, identity }: Config, gateway: Gateway, log: Log): Promise<readonly SeededPerson[]> {
  const admin = gateway.identity.adminClient
  if (!dev || admin === undefined || identity.kind !== 'embedded' || identity.configFile !== undefined) return []
  const outcome = await seed(admin, await readSeed(seedPath))
  if (outcome.kind === 'seeded') return outcome.people
  log.debug({ why: outcome.why }, 'not seeded')
  return []
}
