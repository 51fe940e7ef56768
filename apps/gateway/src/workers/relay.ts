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
  const followers = new Map<ChildProcess, Map<number, () => void>>()
  let isOpen = false
  let last = 0

  function join(worker: ChildProcess): void {
    joining.delete(worker)
    followers.set(worker, new Map())
    send(worker, { kind: 'projects', projects: known.list() })
  }

  async function deliverTo(
    [worker, waiting]: [ChildProcess, Map<number, () => void>],
    change: ProjectChange,
  ): Promise<void> {
    const id = (last += 1)
    const applied = new Promise<void>((resolve) => void waiting.set(id, resolve))
    const late = setTimeout(() => {
      log.error({ pid: worker.pid, project: change.project.id }, 'a worker did not apply a change and is stopped')
      worker.kill('SIGKILL')
    }, applyTimeoutMs)
    send(worker, { kind: 'change', id, change })
    await applied
    clearTimeout(late)
    waiting.delete(id)
  }

  async function deliver(change: ProjectChange): Promise<void> {
    // A new leader publishes every project, and most are unchanged: they need not be applied again.
    if (known.has(change)) return
    known.record(change)
    await Promise.all([...followers].map((follower) => deliverTo(follower, change)))
  }

  /** Returns the reason why the changes could not be published to other gateways; undefined: every process has them. */
  async function relayed(changes: readonly ProjectChange[]): Promise<string | undefined> {
    const published = publish(changes).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    // oxlint-disable-next-line no-await-in-loop -- a follower applies one at a time, and its patience is for one
    for (const change of changes) await deliver(change)
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
      if (message.kind === 'applied') followers.get(worker)?.get(message.id)?.()
      if (message.kind === 'relay') {
        void relayed(message.changes).then((fault) => send(worker, { kind: 'relayed', id: message.id, fault }))
      }
    },
    forget: (worker) => {
      joining.delete(worker)
      for (const applied of followers.get(worker)?.values() ?? []) applied()
      followers.delete(worker)
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
