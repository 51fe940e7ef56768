import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '@gatehouse/config/config'
import type { Log } from '@gatehouse/platform/log'
import { awaitDatabase } from '../data/await-database.ts'
import { claimDataFolder, keepsData } from '../data/data-folder.ts'
import { refuseMovedFiles } from '../data/moved-files.ts'
import { probeAddress } from '../process/listen.ts'
import { workerAddresses } from '../process/own-addresses.ts'
import { reloadOnSignal } from '../process/hangup.ts'
import { settingsRereader } from '../process/settings-rereader.ts'
import type { StartOptions } from '../process/start-options.ts'
import { stopOnSignal } from '../process/shutdown.ts'
import { startWorkers, type Workers } from './primary.ts'

/** The maximum time for leaving the cluster, in milliseconds: the database may not answer. */
const leaveTimeoutMs = 2_000
/** The time of a worker for its last requests and the end, after its listeners have closed, in milliseconds. */
const endMs = 7_500

/** The workers, and what the other gateways learn from this one. */
interface Started {
  readonly workers: Workers
  /** Called before the workers end. */
  readonly stopTakingLease: () => void
  /** Called once they have ended. */
  readonly leave: () => Promise<void>
  readonly reloadOthers: () => void
}

function startAlone({ workers: count, drainMs }: Config, log: Log): Started {
  const workers = startWorkers({ count, log, endTimeoutMs: drainMs + endMs })
  workers.beginBackground()
  return { workers, stopTakingLease: () => {}, leave: async () => {}, reloadOthers: () => {} }
}

/** Starts the workers, and joins the cluster of gateways that share the database. */
async function startInCluster(config: Config, log: Log): Promise<Started> {
  const { workers: count, database, drainMs } = config
  const { joinCluster } = await import('../cluster/membership.ts')
  const { openClusterStore } = await import('../cluster/cluster-store.ts')
  const store = openClusterStore(database?.reveal() ?? '')
  await store.ready()
  const workers = startWorkers({
    count,
    log,
    awaitOtherGateways: (number) => membership.awaitOtherGateways(number),
    backgroundFails: () => membership.stepDown(),
    endTimeoutMs: drainMs + endMs,
  })
  const membership = joinCluster({ id: `${hostname()}-${randomUUID()}`, store, log, handlers: workers })
  return {
    workers,
    stopTakingLease: () => membership.stopTakingLease(),
    leave: () => Promise.race([membership.leave(), delay(leaveTimeoutMs)]),
    reloadOthers: () => membership.reloadOthers(),
  }
}

/** Turns this process into the primary: it starts the workers, and ends with them. */
export async function supervise(config: Config, log: Log, { servesOldFiles }: StartOptions): Promise<void> {
  if (keepsData(config) && !servesOldFiles) refuseMovedFiles(config)
  const folder = keepsData(config) ? claimDataFolder(config.data) : undefined
  for (const address of workerAddresses(config)) await probeAddress(address)
  if (config.database !== undefined) {
    await awaitDatabase(config.database.reveal(), { subject: 'GATEHOUSE_DATABASE' })
  }
  const { workers, stopTakingLease, leave, reloadOthers } =
    config.database === undefined ? startAlone(config, log) : await startInCluster(config, log)
  workers.start()
  // Loaded on demand: this process counts nothing itself.
  const { openMetricsListener } = config.metricsUrl ? await import('../metrics/metrics-listener.ts') : {}
  const ofMetrics = await openMetricsListener?.(config, () => workers.metrics(), log).catch(async (error: unknown) => {
    await leave()
    throw error
  })
  stopOnSignal(async () => {
    log.info({}, 'stopping')
    stopTakingLease()
    await workers.stop()
    await ofMetrics?.close(0)
    await leave()
    folder?.release()
  })
  const rereadSettings = settingsRereader(log)
  reloadOnSignal((by) => {
    rereadSettings()
    workers.reload()
    // The others notice file changes on their machines themselves, if watching is enabled.
    if (by === 'signal') reloadOthers()
  })
  const code = await workers.failed
  await leave()
  // Workers end with their primary.
  process.exit(code)
}
