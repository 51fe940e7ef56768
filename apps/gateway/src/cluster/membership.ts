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

/** How often a gateway says that it is there, and looks for changes, in milliseconds. */
const roundMs = 250
/** How often to look whether the others have a change, in milliseconds. */
const lookMs = 50
/** How often to remove what has had its time, in milliseconds. */
const sweepMs = 1_000

/** What a gateway does as a member. */
export interface MemberDuties {
  /** It leads from now on, and has every change of those that led before. */
  becomeLeader(lease: HeldLease): void
  /** It leads no longer: what only the leader does must end at once. */
  resign(): void
  /** Brings a change of another gateway to every process here. */
  deliver(change: ProjectChange): Promise<void>
  /** Every change so far was delivered, for the first time. */
  begin(): void
  /** Every process here reads its files again. */
  reload(): void
  /** Its processes may serve until a term after that moment of `uptimeMs`, and no longer. */
  seen(at: number): void
}

/** A gateway among others that serve the same installation. */
export interface Membership {
  /**
   * Brings changes to every other gateway that serves. Resolves once each has all of them, or serves no longer. Rejects
   * where the database does not take them, for a reason that does not pass by itself.
   */
  publish(changes: readonly ProjectChange[]): Promise<void>
  /** Asks every other gateway to read its files again. */
  reloadOthers(): void
  /** Gives up the lead. */
  leave(): Promise<void>
}

/** What a member needs. `id` is no other gateway's. */
export interface MemberDeps {
  readonly id: string
  readonly store: ClusterStore
  readonly duties: MemberDuties
  readonly log: Log
}

/**
 * Joins the gateways of an installation: one of them leads, by a lease that it renews; each has every change of a project
 * before the change is answered. Times are counted from before a statement is sent, so that this gateway stops before the
 * others stop waiting for it.
 */
export function joinCluster({ id, store, duties, log }: MemberDeps): Membership {
  let generation = 0
  /** `epoch`: that of the lease, which is held from now on; `isLeader`: it also has every change of those that led before. */
  const state = { epoch: undefined as number | undefined, isLeader: false, hasBegun: false, hasLeft: false }
  let seenAt: number | undefined
  let reloads: number | undefined

  async function beSeen(): Promise<void> {
    const begun = uptimeMs()
    const asked = state.epoch
    const epoch = await store.beSeen(id, generation, asked)
    seenAt = begun
    // It was given up meanwhile: a lease that is taken again has another epoch.
    if (state.epoch !== asked) return
    if (epoch === undefined && asked !== undefined) resign()
    state.epoch = epoch
  }

  /**
   * Takes over what the leader has published; with the lease that was held before it was read, no other gateway can publish
   * more, so that this gateway leads. What is read is delivered to the end before: nothing older comes after what it publishes.
   */
  async function catchUp(): Promise<void> {
    // A gateway that changes something after this moment waits for this gateway: what is read then is everything.
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

  /** What was asked for before this gateway came is in what it has read. */
  async function reloadWithOthers(): Promise<void> {
    const { asked, gateway } = await store.reloads()
    const isNew = reloads !== undefined && asked > reloads && gateway !== id
    reloads = asked
    if (!isNew) return
    log.info({ gateway }, 'another gateway was asked to read its files again, and so does this one')
    duties.reload()
  }

  function resign(): void {
    state.epoch = undefined
    if (!state.isLeader) return
    state.isLeader = false
    log.warn({ gateway: id }, 'this gateway leads no longer')
    duties.resign()
  }

  const watch = setInterval(() => {
    if (state.epoch !== undefined && mayNotServe(seenAt)) resign()
  }, roundMs)

  /** By the work that fails: one outage makes all of it fail, and is written once. */
  const problems = new Map<() => Promise<void>, string>()

  /** Says what keeps it from going on once, until that is another thing, and when all of it goes on. */
  async function repeated(work: () => Promise<void>, pauseMs = roundMs): Promise<void> {
    while (!state.hasLeft) {
      // oxlint-disable no-await-in-loop -- one round after the other
      const fault = await work().then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      )
      if (fault !== undefined) {
        if (![...problems.values()].includes(fault))
          log.warn({ gateway: id, why: fault }, 'other gateways are not reached')
        problems.set(work, fault)
      } else if (problems.delete(work) && problems.size === 0) {
        log.warn({ gateway: id }, 'other gateways are reached again')
      }
      await delay(pauseMs)
      // oxlint-enable no-await-in-loop
    }
  }

  // A change that takes long to apply must not keep this gateway from being seen.
  const living = [
    repeated(beSeen),
    repeated(catchUp),
    repeated(reloadWithOthers),
    repeated(() => store.sweep(), sweepMs),
  ]

  /**
   * Retries what a lost connection or another transaction has failed, and rejects with any other error. Undefined: this
   * gateway leads no longer, and the process that asked has been ended.
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
      // oxlint-disable-next-line no-await-in-loop -- nothing says that it is so far
      while ((await retryWhileLeading(() => store.isAwaited(id, number))) === true) await delay(lookMs)
    },
    reloadOthers: () => {
      store.askReload(id).catch((error: unknown) => {
        log.error({ gateway: id, error: String(error) }, 'the other gateways do not read their files again; ask them')
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
