import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '@gatehouse/config/config'
import type { Log } from '@gatehouse/platform/log'
import { awaitDatabase } from '../data/await-database.ts'
import { claimDataFolder, keepsData } from '../data/data-folder.ts'
import { refuseMovedFiles } from '../data/moved-files.ts'
import { followerBanner } from '../process/banner.ts'
import { probeAddress, publicPortSetting } from '../process/listen.ts'
import { reloadOnSignal } from '../process/hangup.ts'
import type { StartOptions } from '../process/start-options.ts'
import { stopOnSignal } from '../process/shutdown.ts'
import { startWorkers, type Workers } from './primary.ts'

/** The maximum time for leaving the cluster, in milliseconds: the database may not answer. */
const leaveTimeoutMs = 2_000
/** The time of a worker for its last requests and the end, after its listeners have closed, in milliseconds. */
const endMs = 7_500

/** The workers, and the notice to other gateways when they have ended. */
interface Started {
  readonly workers: Workers
  /** Called before the workers end. */
  readonly retire: () => void
  readonly leave: () => Promise<void>
  readonly reloadOthers: () => void
  /** Returns the gateway that leads; absent: there is no leader at this moment, or there are no other gateways. */
  readonly leader: () => Promise<string | undefined>
}

function startAlone({ workers: count, drainMs }: Config, log: Log): Started {
  const workers = startWorkers({ count, log, endTimeoutMs: drainMs + endMs })
  workers.becomeLeader()
  return { workers, retire: () => {}, leave: async () => {}, reloadOthers: () => {}, leader: async () => undefined }
}

/** Joins the gateways that share a database, one of which leads. */
async function startAmongOthers(config: Config, log: Log): Promise<Started> {
  const { workers: count, database, identity, drainMs } = config
  const { joinCluster } = await import('../cluster/membership.ts')
  const { openClusterStore } = await import('../cluster/cluster-store.ts')
  const store = openClusterStore(database?.reveal() ?? '')
  await store.ready()
  const workers = startWorkers({
    count,
    log,
    publish: (changes) => membership.publish(changes),
    leaderFails: () => membership.standAside(),
    endTimeoutMs: drainMs + endMs,
  })
  let isCaughtUp = false
  let isAnyKnown = false
  const membership = joinCluster({
    id: `${hostname()}-${randomUUID()}`,
    store,
    log,
    handlers: {
      becomeLeader: (lease) => workers.becomeLeader(lease),
      resign: () => workers.resign(),
      reload: () => workers.reload(),
      extendServing: (heartbeatAt) => workers.extendServing(heartbeatAt),
      caughtUp: () => {
        isCaughtUp = true
        workers.startFollowers()
        if (isAnyKnown) workers.admitFollowers()
      },
      deliver: async (change) => {
        const delivered = workers.deliver(change)
        isAnyKnown ||= change.kind === 'present'
        // Followers need the default project. During the first catch-up it comes at any place; later it is the first.
        if (isCaughtUp && isAnyKnown) workers.admitFollowers()
        await delivered
      },
    },
  })
  // The pages in front of a remote identity service have no projects.
  if (identity.kind === 'remote') workers.admitFollowers()
  return {
    workers,
    retire: () => membership.retire(),
    leave: () => Promise.race([membership.leave(), delay(leaveTimeoutMs)]),
    reloadOthers: () => membership.reloadOthers(),
    leader: () => store.leader(),
  }
}

/** Turns this process into the primary: it starts the workers, and ends with them. */
export async function supervise(config: Config, log: Log, { servesOldFiles }: StartOptions): Promise<void> {
  if (keepsData(config) && !servesOldFiles) refuseMovedFiles(config)
  const folder = keepsData(config) ? claimDataFolder(config.data) : undefined
  await probeAddress({ ...config.listen, variable: publicPortSetting(config) })
  if (config.database !== undefined) {
    await awaitDatabase(config.database.reveal(), { subject: 'GATEHOUSE_DATABASE' })
  }
  const { workers, retire, leave, reloadOthers, leader } =
    config.database === undefined ? startAlone(config, log) : await startAmongOthers(config, log)
  // The leader prints its own, longer banner.
  void workers.begun.then(async (role) => {
    if (role === 'follower') console.log(followerBanner(config, await leader().catch(() => undefined)))
  })
  // Loaded on demand: this process counts nothing itself.
  const { openMetricsListener } = config.metricsUrl ? await import('../metrics/metrics-listener.ts') : {}
  const ofMetrics = await openMetricsListener?.(config, () => workers.counted(), log).catch(async (error: unknown) => {
    await leave()
    throw error
  })
  stopOnSignal(async () => {
    log.info({}, 'stopping')
    retire()
    await workers.stop()
    await ofMetrics?.close(0)
    await leave()
    folder?.release()
  })
  reloadOnSignal((by) => {
    workers.reload()
    // The others notice file changes on their machines themselves, if watching is enabled.
    if (by === 'signal') reloadOthers()
  })
  const code = await workers.failed
  await leave()
  // Workers end with their primary.
  process.exit(code)
}
