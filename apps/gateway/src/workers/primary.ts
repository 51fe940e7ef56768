import { fork, type ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '@gatehouse/platform/log'
import type { MetricsSnapshot } from '../metrics/metrics.ts'
import { type FromWorker, send, workerArgument, type WorkerStart } from './messages.ts'
import type { WorkersState } from '../cluster/role.ts'
import { createChangeTracker, type ChangeTracker } from './change-tracker.ts'
import { createPrimarySentForms } from './shared-forms.ts'
import { createSharedMetrics } from './shared-metrics.ts'

/** A worker that exits sooner after its start counts as an early exit, and is restarted after a back-off, in milliseconds. */
const earlyExitMs = 10_000
/** The back-off doubles with each early exit in a row: a worker that cannot start would otherwise use up a processor. */
const restartBackoffMs = { first: 1_000, longest: 30_000 } as const
/** The number of early exits in a row of the worker with the background work after which another gateway takes that work. */
const maxEarlyExits = 3

/** The workers of a gateway, as their primary manages them. */
export interface Workers {
  /** Starts the first worker; the others once it serves. */
  start(): void
  /** Begins the background work in one worker, as soon as one serves; if that one ends, in another. */
  beginBackground(): void
  /** Ends the background work. */
  endBackground(): void
  /** Returns the last change that all workers have, and whether one cannot read the changes. */
  state(): WorkersState
  /** Returns the metrics of all workers, also of those that have ended. */
  metrics(): Promise<readonly MetricsSnapshot[]>
  /** Asks every worker to end, and resolves once all have ended. */
  stop(): Promise<void>
  /** Asks every worker to reload its files; a worker that is starting does it once it serves. */
  reload(): void
  /** Resolves with an exit code if a worker cannot start before any has served; it has logged the reason. */
  readonly failed: Promise<number>
}

/** The options for starting workers. */
export interface WorkersOptions {
  readonly count: number
  readonly log: Log
  /** Resolves once every other gateway has the change of that number. Default: the gateway is in no cluster. */
  readonly awaitOtherGateways?: (number: number) => Promise<void>
  /** Called when the background work cannot run here. Default: there is no other gateway. */
  readonly backgroundFails?: () => void
  /** The maximum time in which a worker ends when it is asked to, in milliseconds. */
  readonly endTimeoutMs: number
}

/**
 * Starts `count` workers of this program, and replaces each that ends. Each opens the listeners itself, and the system
 * assigns a new connection to one of the open listeners: none is refused while a worker is replaced.
 */
export function startWorkers(options: WorkersOptions): Workers {
  const { count, log, awaitOtherGateways, backgroundFails, endTimeoutMs } = options
  const isInCluster = awaitOtherGateways !== undefined
  const tracker = createChangeTracker({
    log,
    awaitOtherGateways: awaitOtherGateways ?? (async () => {}),
    isInCluster,
  })
  const roster = createRoster()
  const metrics = createSharedMetrics(roster.all)
  const shared = [tracker, createPrimarySentForms(), metrics]
  const state = { isStopping: false, hasServed: false, hasBackground: false, failures: 0 }
  const { promise: failed, resolve: fail } = Promise.withResolvers<number>()

  /** `failures`: the number of its predecessors in a row that ended soon. */
  function start(failures = 0): void {
    if (state.isStopping) return
    startWorker({ isFirst: !state.hasServed, isInCluster }, roster, shared, {
      serves: serving,
      ended: (end) => ended(end, failures),
    })
  }

  function serving(worker: ChildProcess): void {
    log.info({ pid: worker.pid }, 'a worker serves')
    roster.serves(worker)
    const isFirst = !state.hasServed
    state.hasServed = true
    assignBackground()
    // The others start after the first one serves: they would slow down its start.
    if (isFirst) for (let started = 1; started < count; started += 1) start()
  }

  function assignBackground(): void {
    if (state.hasBackground && !state.isStopping) roster.assignBackground(log)
  }

  function ended({ ranMs, backgroundSince, ...end }: WorkerEnd, before: number): void {
    if (state.isStopping) return
    if (!state.hasServed) return fail(end.code === null || end.code === 0 ? 1 : end.code)
    const failures = ranMs < earlyExitMs ? before + 1 : 0
    const pause = failures === 0 ? 0 : Math.min(restartBackoffMs.first * 2 ** (failures - 1), restartBackoffMs.longest)
    log.error({ ...end, pause }, 'a worker has ended and is replaced')
    void delay(pause).then(() => start(failures))
    if (backgroundSince === undefined) return
    state.failures = performance.now() - backgroundSince < earlyExitMs ? state.failures + 1 : 0
    if (state.failures < maxEarlyExits) return assignBackground()
    state.failures = 0
    backgroundFails?.()
    assignBackground()
  }

  return {
    failed,
    start: () => start(),
    beginBackground: () => {
      state.hasBackground = true
      assignBackground()
    },
    endBackground: () => {
      state.hasBackground = false
      roster.revokeBackground()
    },
    state: () => tracker.state(),
    metrics: () => metrics.snapshots(),
    reload: () => roster.reload(),
    stop: async () => {
      state.isStopping = true
      await Promise.all(roster.all().map((worker) => end(worker, endTimeoutMs)))
    },
  }
}

interface WorkerEnd {
  readonly pid: number | undefined
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly ranMs: number
  readonly backgroundSince: Running['backgroundSince']
}

/** Starts a process, and passes on what it reports. */
function startWorker(
  how: WorkerStart,
  roster: Roster,
  shared: readonly Pick<ChangeTracker, 'handle' | 'forget'>[],
  on: { serves(worker: ChildProcess): void; ended(end: WorkerEnd): void },
): void {
  const startedAt = performance.now()
  const [, program = ''] = process.argv
  const worker = fork(program, [...process.argv.slice(2), workerArgument(how)], { serialization: 'advanced' })
  roster.add(worker)
  const onExit = (code: number | null, signal: NodeJS.Signals | null) => {
    const backgroundSince = roster.remove(worker)
    for (const one of shared) one.forget(worker)
    on.ended({ pid: worker.pid, code, signal, ranMs: performance.now() - startedAt, backgroundSince })
  }
  // A process that could not be started has no `exit`.
  worker.on('error', () => worker.pid === undefined && onExit(1, null))
  worker.on('message', (message: FromWorker) => {
    // Late messages of a worker that has ended are ignored.
    if (worker.exitCode !== null || worker.signalCode !== null) return
    for (const one of shared) one.handle(worker, message)
    if (message.kind === 'ready') on.serves(worker)
  })
  worker.on('exit', onExit)
}

type Roster = ReturnType<typeof createRoster>

/** The state of a running worker. */
interface Running {
  isServing: boolean
  /** It was asked to reload while it started: it has read some files already. */
  isToReload: boolean
  /** The moment when it began the background work (monotonic milliseconds); undefined: it does not do it. */
  backgroundSince: number | undefined
}

/** The running workers. */
function createRoster() {
  const workers = new Map<ChildProcess, Running>()
  const find = (is: (running: Running) => boolean) => [...workers].find(([, running]) => is(running))?.[0]
  return {
    all: () => [...workers.keys()],
    /** Begins the background work in the worker that has served longest, unless one does it. */
    assignBackground: (log: Log): void => {
      if (find(({ backgroundSince }) => backgroundSince !== undefined)) return
      const worker = find(({ isServing }) => isServing)
      const running = worker && workers.get(worker)
      if (worker === undefined || running === undefined) return
      running.backgroundSince = performance.now()
      log.info({ pid: worker.pid }, 'a worker begins the background work')
      send(worker, { kind: 'background', ownsBackground: true })
    },
    /** Tells the worker with the background work to stop it. */
    revokeBackground: (): void => {
      for (const [worker, running] of workers) {
        if (running.backgroundSince !== undefined) send(worker, { kind: 'background', ownsBackground: false })
        running.backgroundSince = undefined
      }
    },
    add: (worker: ChildProcess): void => {
      workers.set(worker, { isServing: false, isToReload: false, backgroundSince: undefined })
    },
    serves: (worker: ChildProcess): void => {
      const running = workers.get(worker)
      if (running === undefined) return
      running.isServing = true
      if (running.isToReload) send(worker, { kind: 'reload' })
    },
    /** Removes a worker that has ended; returns when it began the background work. */
    remove: (worker: ChildProcess): number | undefined => {
      const since = workers.get(worker)?.backgroundSince
      workers.delete(worker)
      return since
    },
    reload: (): void => {
      for (const [worker, running] of workers) {
        // By a message, as SIGHUP would end a worker that runs at a terminal.
        if (running.isServing) send(worker, { kind: 'reload' })
        else running.isToReload = true
      }
    },
  }
}

/** Asks a worker to end, and kills it if it does not. */
async function end(worker: ChildProcess, timeoutMs: number): Promise<void> {
  const exited = new Promise((resolve) => worker.once('exit', resolve))
  worker.kill('SIGTERM')
  const late = setTimeout(() => worker.kill('SIGKILL'), timeoutMs)
  await exited
  clearTimeout(late)
}
