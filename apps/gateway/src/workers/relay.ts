import type { ChildProcess } from 'node:child_process'
import type { HostedProject } from '@gatehouse/control-plane/service'
import type { Log } from '@gatehouse/platform/log'
import { send, type FromWorker } from './messages.ts'
import type { ProjectChange, RelayChanges } from '../cluster/role.ts'

/** The maximum time in which a follower applies a change, in milliseconds. A slower one is ended: its data is stale. */
const applyTimeoutMs = 10_000

/** Relays changes of projects from the leader to every follower. */
export interface Relay {
  /** Handles a message of a worker. */
  handle(worker: ChildProcess, message: FromWorker): void
  /** Called when a worker has ended: changes no longer wait for it. */
  forget(worker: ChildProcess): void
  /** Called when every project is known: followers may start. */
  admitFollowers(): void
  /** Delivers a change of another gateway to every follower. */
  deliver(change: ProjectChange): Promise<void>
}

/** Creates the relay. It keeps the latest changes for later followers; `publish` sends them to other gateways. */
export function createRelay(log: Log, publish: RelayChanges = async () => {}): Relay {
  const known = createKnownProjects()
  const joining = new Set<ChildProcess>()
  const followers = new Map<ChildProcess, FollowerChanges>()
  /** The unfinished delivery of each project's last change. */
  const deliveries = new Map<string, Promise<void>>()
  let isOpen = false

  function join(worker: ChildProcess): void {
    joining.delete(worker)
    followers.set(worker, changesOf(worker, log))
    send(worker, { kind: 'projects', projects: known.list() })
  }

  /** Sends the change to each follower before it returns, so that all of them get changes in the same order. */
  function deliver(change: ProjectChange): Promise<void> {
    const { id } = change.project
    // A new leader publishes every project, and most are unchanged: they need not be applied again.
    if (known.has(change)) return deliveries.get(id) ?? Promise.resolve()
    known.record(change)
    const delivery = Promise.all([...followers.values()].map((follower) => follower.apply(change))).then(() => {
      if (deliveries.get(id) === delivery) deliveries.delete(id)
    })
    deliveries.set(id, delivery)
    return delivery
  }

  /** Returns the reason why the changes could not be published to other gateways; undefined: every process has them. */
  async function relayed(changes: readonly ProjectChange[]): Promise<string | undefined> {
    const published = publish(changes).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    await Promise.all(changes.map(deliver))
    return published
  }

  return {
    deliver,
    admitFollowers: () => {
      isOpen = true
      for (const one of joining) join(one)
    },
    handle: (worker, message) => {
      if (message.kind === 'join') {
        if (isOpen) join(worker)
        else joining.add(worker)
      }
      if (message.kind === 'follows') followers.get(worker)?.await()
      if (message.kind === 'applied') followers.get(worker)?.applied(message.id)
      if (message.kind === 'relay') {
        void relayed(message.changes).then((fault) => send(worker, { kind: 'relayed', id: message.id, fault }))
      }
    },
    forget: (worker) => {
      joining.delete(worker)
      followers.get(worker)?.end()
      followers.delete(worker)
    },
  }
}

/** The changes that were sent to a follower. */
interface FollowerChanges {
  /** Sends a change. Resolves once the follower has applied it, or has ended; at once if it still starts. */
  apply(change: ProjectChange): Promise<void>
  applied(id: number): void
  /** Called when the follower applies changes: later ones wait for it. */
  await(): void
  end(): void
}

/**
 * Creates the changes of a follower, which applies one at a time and is ended if one of them takes too long. One that
 * starts is not waited for, as it serves nothing before it has applied what it was sent meanwhile.
 */
function changesOf(worker: ChildProcess, log: Log): FollowerChanges {
  const pending = new Map<number, { readonly project: string; readonly resolve: () => void }>()
  let isAwaited = false
  let last = 0
  let late: NodeJS.Timeout | undefined

  function limitFirst(): void {
    clearTimeout(late)
    const [first] = pending.values()
    if (first === undefined) return
    late = setTimeout(() => {
      log.error({ pid: worker.pid, project: first.project }, 'a worker did not apply a change and is stopped')
      worker.kill('SIGKILL')
    }, applyTimeoutMs)
  }

  return {
    apply: (change) => {
      const id = (last += 1)
      send(worker, { kind: 'change', id, change })
      if (!isAwaited) return Promise.resolve()
      return new Promise((resolve) => {
        pending.set(id, { project: change.project.id, resolve })
        if (pending.size === 1) limitFirst()
      })
    },
    applied: (id) => {
      const change = pending.get(id)
      if (change === undefined) return
      pending.delete(id)
      change.resolve()
      limitFirst()
    },
    await: () => {
      isAwaited = true
      send(worker, { kind: 'awaited' })
    },
    end: () => {
      clearTimeout(late)
      for (const { resolve } of pending.values()) resolve()
    },
  }
}

/** The projects as their latest changes left them. */
function createKnownProjects() {
  const projects = new Map<string, HostedProject>()
  return {
    /** The default project comes first. */
    list: () => [...projects.values()].toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault)),
    record: ({ kind, project }: ProjectChange): void => {
      if (kind === 'present') projects.set(project.id, project)
      else projects.delete(project.id)
    },
    /** The default project may be configured by a file, whose changes are not part of the project. */
    has: ({ kind, project }: ProjectChange): boolean =>
      kind === 'present' && !project.isDefault && JSON.stringify(projects.get(project.id)) === JSON.stringify(project),
  }
}
