import { fork, type ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '@gatehouse/platform/log'
import type { HeldLease } from '../cluster/lease.ts'
import type { MetricsSnapshot } from '../metrics/metrics.ts'
import { type FromWorker, roleArgument, send } from './messages.ts'
import { createRelay, type Relay } from './relay.ts'
import type { ProjectChange, RelayChanges, WorkerRole } from '../cluster/role.ts'
import { createSharedForms } from './shared-forms.ts'
import { createSharedMetrics } from './shared-metrics.ts'
import { heartbeatExpiredCode } from './worker.ts'

/** A worker that ends sooner than this after its start is started again after a pause, in milliseconds. */
const soonMs = 10_000
/** The pause doubles each time: one that cannot start would take a processor for itself. */
const pauseMs = { first: 1_000, longest: 30_000 } as const
/** A leader that ends soon so many times in a row leaves the lead to another gateway. */
const failuresOfLeader = 3
/** A leader that has not read so many heartbeats is killed: 30 seconds of its gateway, and no time of a suspended one. */
const unreadHeartbeats = 120

/** The processes that serve, and the one that looks after them. */
export interface Workers {
  /** Starts a leader; once it serves, one surplus follower ends. `lease`: its lease among other gateways. */
  becomeLeader(lease?: HeldLease): void
  /** Ends the leader at once; a follower replaces it. */
  resign(): void
  /** Starts the missing followers, after the first leader serves if this gateway leads from its start. */
  startFollowers(): void
  /** Allows followers to serve with the known state. */
  admitFollowers(): void
  /** Delivers a change of another gateway to every process of this one. */
  deliver(change: ProjectChange): Promise<void>
  /** Allows its workers to serve until the lease of the heartbeat of that moment ends. */
  extendServing(heartbeatAt: number): void
  /** Returns the metrics of all workers, also of those that have ended. */
  counted(): Promise<readonly MetricsSnapshot[]>
  /** Asks every worker to end, and resolves once all have ended. */
  stop(): Promise<void>
  /** Asks every worker to reload its files; a worker that is starting does it once it serves. */
  reload(): void
  /** Resolves with the role of the first worker that serves. */
  readonly begun: Promise<WorkerRole['kind']>
  /** Resolves with an exit code if a worker cannot start before any has served; it has logged the reason. */
  readonly failed: Promise<number>
}

/** The options for starting workers. */
export interface WorkersOptions {
  readonly count: number
  readonly log: Log
  /** Publishes changes to other gateways. Default: there are none. */
  readonly publish?: RelayChanges
  /** Called when the leader cannot run here. Default: there is no other gateway. */
  readonly leaderFails?: () => void
  /** The maximum time in which a worker ends when it is asked to, in milliseconds. */
  readonly endTimeoutMs: number
}

/**
 * Starts `count` workers of this program, all of them followers until `becomeLeader`, and replaces each that ends. Each
 * opens the public listener itself, and the system assigns a new connection to one of the open listeners: none is
 * refused while a worker is replaced.
 */
export function startWorkers({ count, log, publish, leaderFails, endTimeoutMs }: WorkersOptions): Workers {
  const relay = createRelay(log, publish)
  const roster = createRoster({ count, log, endTimeoutMs })
  const metrics = createSharedMetrics(roster.all)
  const shared = [relay, createSharedForms(), metrics]
  const state = { isLeader: false, isStopping: false, hasServed: false }
  const { promise: failed, resolve: fail } = Promise.withResolvers<number>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<WorkerRole['kind']>()

  /** `failures`: the number of its predecessors in a row that ended soon. */
  function start(role: WorkerRole['kind'], failures = 0): void {
    if (state.isStopping) return
    startWorker(role, roster, shared, {
      serves: (worker) => serving(worker, role),
      ended: (end) => ended(role, end, failures),
    })
  }

  function ended(role: WorkerRole['kind'], { ranMs, ...end }: WorkerEnd, before: number): void {
    if (state.isStopping) return
    if (role === 'leader' && end.code === heartbeatExpiredCode)
      log.warn({ pid: end.pid }, 'a leader has ended: no heartbeat reached other gateways for five seconds')
    else if (!state.hasServed) return fail(end.code === null || end.code === 0 ? 1 : end.code)
    const failures = ranMs < soonMs ? before + 1 : 0
    const pause = failures === 0 ? 0 : Math.min(pauseMs.first * 2 ** (failures - 1), pauseMs.longest)
    log.error({ worker: role, ...end, pause }, 'a worker has ended and is replaced')
    void delay(pause).then(() => replace(role, failures))
    if (role === 'leader' && state.isLeader && failures >= failuresOfLeader) leaderFails?.()
  }

  function serving(worker: ChildProcess, role: WorkerRole['kind']): void {
    log.info({ worker: role, pid: worker.pid }, 'a worker serves')
    roster.serves(worker)
    const isFirst = !state.hasServed
    state.hasServed = true
    if (role === 'leader') relay.admitFollowers()
    begin(role)
    if (isFirst) startFollowers()
    // A leader that is started beside followers also does the work of one of them.
    for (const follower of roster.surplus()) roster.retire(follower)
  }

  function replace(role: WorkerRole['kind'], failures: number): void {
    const isLeader = role === 'leader' && state.isLeader
    if (isLeader ? roster.of('leader').length === 0 : roster.missing() > 0)
      start(isLeader ? 'leader' : 'follower', failures)
  }

  function startFollowers(): void {
    // Beside the first leader, followers would only slow it down: they need its state.
    if (state.isLeader && !state.hasServed) return
    while (roster.missing() > 0) start('follower')
  }

  return {
    failed,
    begun,
    becomeLeader: (held) => {
      roster.setLease(held)
      state.isLeader = true
      start('leader')
    },
    resign: () => {
      state.isLeader = false
      for (const leader of roster.of('leader')) roster.retire(leader, 'SIGKILL')
      startFollowers()
    },
    counted: () => metrics.counted(),
    deliver: (given) => relay.deliver(given),
    startFollowers,
    admitFollowers: () => relay.admitFollowers(),
    extendServing: (at) => roster.extendServing(at),
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
}

/** Starts a process, and passes on what it reports. A retired one just ends. */
function startWorker(
  role: WorkerRole['kind'],
  roster: Roster,
  shared: readonly Pick<Relay, 'handle' | 'forget'>[],
  on: { serves(worker: ChildProcess): void; ended(end: WorkerEnd): void },
): void {
  const startedAt = performance.now()
  const [, program = ''] = process.argv
  const worker = fork(program, [...process.argv.slice(2), roleArgument(role)], { serialization: 'advanced' })
  roster.add(worker, role)
  const onExit = (code: number | null, signal: NodeJS.Signals | null) => {
    const wasRetired = roster.remove(worker)
    for (const one of shared) one.forget(worker)
    if (!wasRetired) on.ended({ pid: worker.pid, code, signal, ranMs: performance.now() - startedAt })
  }
  // A process that could not be started has no `exit`.
  worker.on('error', () => worker.pid === undefined && onExit(1, null))
  worker.on('message', (message: FromWorker) => {
    // One that has ended is forgotten already.
    if (worker.exitCode !== null || worker.signalCode !== null) return
    if (message.kind === 'alive') roster.hasRead(worker)
    for (const one of shared) one.handle(worker, message)
    if (message.kind === 'serves') on.serves(worker)
  })
  worker.on('exit', onExit)
}

type Roster = ReturnType<typeof createRoster>

/** The running workers, `count` of which should serve, and what each of them is told. */
function createRoster({ count, log, endTimeoutMs }: Pick<WorkersOptions, 'count' | 'log' | 'endTimeoutMs'>) {
  const workers = new Map<ChildProcess, WorkerRole['kind']>()
  const retired = new Set<ChildProcess>()
  // A new process has no files to reload yet.
  const starting = new Map<ChildProcess, { isAsked: boolean }>()
  const unread = new Map<ChildProcess, number>()
  let heartbeatAt: number | undefined
  let lease: HeldLease | undefined
  const of = (role: WorkerRole['kind']) => [...workers].filter(([, own]) => own === role).map(([worker]) => worker)
  const missing = () => count - [...workers.keys()].filter((worker) => !retired.has(worker)).length
  return {
    all: () => [...workers.keys()],
    of,
    missing,
    surplus: () => of('follower').slice(0, Math.max(0, -missing())),
    add: (worker: ChildProcess, role: WorkerRole['kind']): void => {
      workers.set(worker, role)
      starting.set(worker, { isAsked: false })
      if (role === 'leader') send(worker, { kind: 'lease', lease })
      if (heartbeatAt !== undefined) send(worker, { kind: 'heartbeat', at: heartbeatAt })
    },
    setLease: (held: HeldLease | undefined) => void (lease = held),
    extendServing: (at: number): void => {
      heartbeatAt = at
      for (const worker of workers.keys()) send(worker, { kind: 'heartbeat', at })
      for (const leader of of('leader')) {
        const count = (unread.get(leader) ?? 0) + 1
        unread.set(leader, count)
        if (count !== unreadHeartbeats) continue
        log.error({ pid: leader.pid }, 'the leader does not respond and is killed; another one replaces it')
        leader.kill('SIGKILL')
      }
    },
    hasRead: (worker: ChildProcess): void => void unread.set(worker, 0),
    serves: (worker: ChildProcess): void => {
      if (starting.get(worker)?.isAsked === true) send(worker, { kind: 'reload' })
      starting.delete(worker)
    },
    retire: (worker: ChildProcess, signal?: 'SIGKILL'): void => {
      retired.add(worker)
      if (signal === undefined) void end(worker, endTimeoutMs)
      else worker.kill(signal)
    },
    /** Removes a worker that has ended; returns whether it was retired. */
    remove: (worker: ChildProcess): boolean => {
      workers.delete(worker)
      starting.delete(worker)
      unread.delete(worker)
      return retired.delete(worker)
    },
    reload: (): void => {
      for (const worker of workers.keys()) {
        const start = starting.get(worker)
        // By a message instead of SIGHUP, which ends a process at a terminal.
        if (start === undefined) send(worker, { kind: 'reload' })
        else start.isAsked = true
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
