import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '@gatehouse/platform/log'
import type { FromWorker } from './messages.ts'
import { roleArgument } from './messages.ts'
import { createRelay } from './relay.ts'
import type { WorkerRole } from './role.ts'
import { createSharedForms } from './shared-forms.ts'

/** A worker that ends sooner than this after its start is started again after a pause, in milliseconds. */
const soonMs = 10_000
/** The pause doubles each time: one that cannot start would take a processor for itself. */
const pauseMs = { first: 1_000, longest: 30_000 } as const

/** The processes that serve, and the one that looks after them. */
export interface Workers {
  /** Asks every worker to end, and resolves once all have. */
  stop(): Promise<void>
  /** Passes a signal on to every worker. */
  signal(signal: NodeJS.Signals): void
  /** Resolves with an exit code where a worker cannot start before any has served; it has said why. */
  readonly failed: Promise<number>
}

/**
 * Starts `count` workers of this program, one of them the leader, and starts another one for each that ends. Each opens
 * the public listener for itself, and the system gives a new connection to one of those that are open: none is refused
 * while a worker is replaced.
 */
export function startWorkers(count: number, log: Log): Workers {
  const relay = createRelay(log)
  const forms = createSharedForms()
  const workers = new Set<ChildProcess>()
  let isStopping = false
  let hasServed = false
  const { promise: failed, resolve: fail } = Promise.withResolvers<number>()

  /** `failures`: how many before it, in a row, ended soon. */
  function start(role: WorkerRole['kind'], failures = 0): void {
    const startedAt = performance.now()
    const [, program = ''] = process.argv
    const worker = fork(program, [...process.argv.slice(2), roleArgument(role)], { serialization: 'advanced' })
    workers.add(worker)
    worker.on('message', (message: FromWorker) => {
      relay.hear(worker, message)
      forms.hear(worker, message)
      if (message.kind !== 'serves') return
      log.info({ worker: role, pid: worker.pid }, 'a worker serves')
      hasServed = true
      if (role === 'leader') relay.open()
    })
    worker.on('exit', (code, signal) => {
      workers.delete(worker)
      relay.forget(worker)
      forms.forget(worker)
      if (isStopping) return
      if (!hasServed) {
        fail(code === null || code === 0 ? 1 : code)
        return
      }
      const failed = performance.now() - startedAt < soonMs ? failures + 1 : 0
      const pause = failed === 0 ? 0 : Math.min(pauseMs.first * 2 ** (failed - 1), pauseMs.longest)
      log.error({ worker: role, pid: worker.pid, code, signal, pause }, 'a worker has ended; another one is started')
      void delay(pause).then(() => isStopping || start(role, failed))
    })
  }

  start('leader')
  for (let more = 1; more < count; more += 1) start('follower')
  return {
    failed,
    signal: (signal) => workers.forEach((worker) => void worker.kill(signal)),
    stop: async () => {
      isStopping = true
      await Promise.all([...workers].map((worker) => end(worker)))
    },
  }
}

async function end(worker: ChildProcess): Promise<void> {
  const exited = once(worker, 'exit')
  worker.kill('SIGTERM')
  await exited
}
