import { setTimeout as delay } from 'node:timers/promises'
import {
  ConcurrentChangeError,
  LostLeaseError,
  UnitOfWorkTimeoutError,
  UnreachableDatabaseError,
} from '@gatehouse/platform/database'
import type { Log } from '@gatehouse/platform/log'
import type { ProjectChange } from './role.ts'
import type { ClusterStore } from './cluster-store.ts'
import type { HeldLease } from './lease-guard.ts'
import { mayNotServe, uptimeMs } from './term.ts'

/** The interval of heartbeats and of polling for changes, in milliseconds. */
const roundMs = 250
/** The interval at which a publisher checks whether the other gateways have a change, in milliseconds. */
const lookMs = 50
/** The interval at which expired rows are removed, in milliseconds. */
const sweepMs = 1_000

/** The duties of a gateway as a member of the cluster. */
export interface MemberDuties {
  /** Starts its work as the leader; it has every change of earlier leaders. */
  becomeLeader(lease: HeldLease): void
  /** Ends its work as the leader at once. */
  resign(): void
  /** Delivers a change of another gateway to every process of this one. */
  deliver(change: ProjectChange): Promise<void>
  /** Called once, when every change so far was delivered. */
  begin(): void
  /** Makes every process of this gateway read its files again. */
  reload(): void
  /** Allows its processes to serve until a term after that moment of `uptimeMs`, and no longer. */
  seen(at: number): void
}

/** A gateway among others that serve the same installation. */
export interface Membership {
  /**
   * Brings changes to every other live gateway. Resolves once each of them has all changes or is no longer live.
   * Rejects if the database refuses them for a reason that is not transient.
   */
  publish(changes: readonly ProjectChange[]): Promise<void>
  /** Asks every other gateway to read its files again. */
  reloadOthers(): void
  /** Gives up the lease. */
  leave(): Promise<void>
}

/** The dependencies of a member. `id` is unique among the gateways. */
export interface MemberDeps {
  readonly id: string
  readonly store: ClusterStore
  readonly duties: MemberDuties
  readonly log: Log
}

/**
 * Joins the gateways of an installation. One of them leads, by a lease that it renews; every gateway has a change of a
 * project before the change is answered. Terms are counted from before a statement is sent, so that this gateway stops
 * serving before the others stop waiting for it.
 */
export function joinCluster({ id, store, duties, log }: MemberDeps): Membership {
  let generation = 0
  /** `epoch`: that of the held lease; `isLeader`: it also has every change of earlier leaders. */
  const state = { epoch: undefined as number | undefined, isLeader: false, hasBegun: false, hasLeft: false }
  let seenAt: number | undefined
  let reloads: number | undefined

  async function beSeen(): Promise<void> {
    const begun = uptimeMs()
    const asked = state.epoch
    const epoch = await store.beSeen(id, generation, asked)
    seenAt = begun
    // The lease was given up meanwhile: a new one has another epoch.
    if (state.epoch !== asked) return
    if (epoch === undefined && asked !== undefined) resign()
    state.epoch = epoch
  }

  /**
   * Takes over the changes that earlier leaders published; while this gateway holds the lease, no other gateway can
   * publish more, so that it may lead. These changes are delivered completely first: no older change follows its own.
   */
  async function catchUp(): Promise<void> {
    // A gateway that publishes a change after this moment waits for this gateway: the changes read now are complete.
    const countsFrom = seenAt
    const { epoch } = state
    for (const { change, generation: next } of state.isLeader ? [] : await store.changesAfter(generation)) {
      await duties.deliver(change)
      generation = next
    }
    if (!state.isLeader && epoch !== undefined && state.epoch === epoch) becomeLeader(epoch)
    if (countsFrom === undefined) return
    duties.seen(countsFrom)
    if (!state.hasBegun) duties.begin()
    state.hasBegun = true
  }

  function becomeLeader(epoch: number): void {
    state.isLeader = true
    log.info({ gateway: id, epoch }, 'this gateway leads')
    duties.becomeLeader({ holder: id, epoch })
  }

  /** Reloads after a new request. Requests from before this gateway's start are skipped: it has read those files. */
  async function reloadWithOthers(): Promise<void> {
    const { asked, gateway } = await store.reloads()
    const isNew = reloads !== undefined && asked > reloads && gateway !== id
    reloads = asked
    if (!isNew) return
    log.info({ gateway }, 'another gateway was asked to read its files again; this one reloads as well')
    duties.reload()
  }

  function resign(): void {
    state.epoch = undefined
    if (!state.isLeader) return
    state.isLeader = false
    log.warn({ gateway: id }, 'this gateway is no longer the leader')
    duties.resign()
  }

  const watch = setInterval(() => {
    if (state.epoch !== undefined && mayNotServe(seenAt)) resign()
  }, roundMs)

  /** The problems by the work that fails: an outage makes all of it fail, and is logged once. */
  const problems = new Map<() => Promise<void>, string>()

  /** Repeats the work until this gateway leaves. Logs each problem once, and that all work succeeds again. */
  async function repeated(work: () => Promise<void>, pauseMs = roundMs): Promise<void> {
    while (!state.hasLeft) {
      // oxlint-disable no-await-in-loop -- one round after the other
      const fault = await work().then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      )
      if (fault !== undefined) {
        if (![...problems.values()].includes(fault))
          log.warn({ gateway: id, why: fault }, 'other gateways are unreachable')
        problems.set(work, fault)
      } else if (problems.delete(work) && problems.size === 0) {
        log.warn({ gateway: id }, 'other gateways are reachable again')
      }
      await delay(pauseMs)
      // oxlint-enable no-await-in-loop
    }
  }

  // A change that takes long to apply must not delay this gateway's heartbeat.
  const living = [
    repeated(beSeen),
    repeated(catchUp),
    repeated(reloadWithOthers),
    repeated(() => store.sweep(), sweepMs),
  ]

  /**
   * Retries a statement that failed with a lost connection or a concurrent transaction, and rejects with any other
   * error. Undefined: this gateway no longer leads, and the process that asked has been ended.
   */
  async function retryWhileLeading<T>(ask: (lease: HeldLease) => Promise<T>): Promise<T | undefined> {
    let problem: string | undefined
    while (state.isLeader && state.epoch !== undefined && !state.hasLeft) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- the next try comes after this one has failed
        return await ask({ holder: id, epoch: state.epoch })
      } catch (error) {
        // The process ends, and the database was closed under this statement.
        if (state.hasLeft) return undefined
        if (error instanceof LostLeaseError) resign()
        else if (!passesByItself(error)) {
          log.error({ err: error, gateway: id }, 'a change cannot be published to other gateways')
          throw error
        }
        if (error.message !== problem) log.warn({ gateway: id, why: error.message }, 'a change waits for the database')
        problem = error.message
        // oxlint-disable-next-line no-await-in-loop -- likewise
        await delay(roundMs)
      }
    }
    return undefined
  }

  return {
    publish: async (changes) => {
      const number = await retryWhileLeading((lease) => store.publish(changes, lease))
      if (number === undefined) return
      generation = Math.max(generation, number)
      // oxlint-disable-next-line no-await-in-loop -- no event reports it
      while ((await retryWhileLeading(() => store.isAwaited(id, number))) === true) await delay(lookMs)
    },
    reloadOthers: () => {
      store.askReload(id).catch((error: unknown) => {
        log.error({ gateway: id, error: String(error) }, 'other gateways do not reload; send SIGHUP to them')
      })
    },
    leave: async () => {
      state.hasLeft = true
      clearInterval(watch)
      await Promise.all(living)
      await store.leave(id).catch(() => undefined)
      store.close()
    },
  }
}

/** A server that is away, or busy. */
function passesByItself(error: unknown): error is Error {
  return [UnreachableDatabaseError, ConcurrentChangeError, UnitOfWorkTimeoutError].some((kind) => error instanceof kind)
}
