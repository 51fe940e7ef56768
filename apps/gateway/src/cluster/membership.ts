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

/** A gateway while it is a member. `epoch`: that of the held lease. */
interface Member extends MemberDeps {
  epoch: number | undefined
  /** It leads: it has the lease, and every change of earlier leaders. */
  isLeader: boolean
  hasBegun: boolean
  hasLeft: boolean
  generation: number
  seenAt: number | undefined
  /** The requests to reload that this gateway knows. */
  reloads: number | undefined
  /** The problems by the work that fails: an outage makes all of it fail, and is logged once. */
  readonly problems: Map<Work, string>
}

type Work = (member: Member) => Promise<void>

/**
 * Joins the gateways of an installation. One of them leads, by a lease that it renews; every gateway has a change of a
 * project before the change is answered. Terms are counted from before a statement is sent, so that this gateway stops
 * serving before the others stop waiting for it.
 */
export function joinCluster(deps: MemberDeps): Membership {
  const member: Member = {
    ...deps,
    epoch: undefined,
    isLeader: false,
    hasBegun: false,
    hasLeft: false,
    generation: 0,
    seenAt: undefined,
    reloads: undefined,
    problems: new Map(),
  }
  const { id, store, log } = deps
  const watch = setInterval(() => {
    if (member.epoch !== undefined && mayNotServe(member.seenAt)) resign(member)
  }, roundMs)
  // A change that takes long to apply must not delay this gateway's heartbeat.
  const living = [
    repeated(member, beSeen),
    repeated(member, catchUp),
    repeated(member, reloadWithOthers),
    repeated(member, () => store.sweep(), sweepMs),
  ]
  return {
    publish: async (changes) => {
      const number = await retryWhileLeading(member, (lease) => store.publish(changes, lease))
      if (number === undefined) return
      member.generation = Math.max(member.generation, number)
      // oxlint-disable-next-line no-await-in-loop -- no event reports it
      while ((await retryWhileLeading(member, () => store.isAwaited(id, number))) === true) await delay(lookMs)
    },
    reloadOthers: () => {
      store.askReload(id).catch((error: unknown) => {
        log.error({ gateway: id, error: String(error) }, 'other gateways do not reload; send SIGHUP to them')
      })
    },
    leave: async () => {
      member.hasLeft = true
      clearInterval(watch)
      await Promise.all(living)
      await store.leave(id).catch(() => undefined)
      store.close()
    },
  }
}

async function beSeen(member: Member): Promise<void> {
  const begun = uptimeMs()
  const asked = member.epoch
  const epoch = await member.store.beSeen(member.id, member.generation, asked)
  member.seenAt = begun
  // The lease was given up meanwhile: a new one has another epoch.
  if (member.epoch !== asked) return
  if (epoch === undefined && asked !== undefined) resign(member)
  member.epoch = epoch
}

/**
 * Takes over the changes that earlier leaders published; while this gateway holds the lease, no other gateway can
 * publish more, so that it may lead. These changes are delivered completely first: no older change follows its own.
 */
async function catchUp(member: Member): Promise<void> {
  // A gateway that publishes a change after this moment waits for this gateway: the changes read now are complete.
  const countsFrom = member.seenAt
  const { epoch, store, duties } = member
  for (const { change, generation: next } of member.isLeader ? [] : await store.changesAfter(member.generation)) {
    await duties.deliver(change)
    member.generation = next
  }
  if (!member.isLeader && epoch !== undefined && member.epoch === epoch) becomeLeader(member, epoch)
  if (countsFrom === undefined) return
  duties.seen(countsFrom)
  if (!member.hasBegun) duties.begin()
  member.hasBegun = true
}

function becomeLeader(member: Member, epoch: number): void {
  const { id, log, duties } = member
  member.isLeader = true
  log.info({ gateway: id, epoch }, 'this gateway leads')
  duties.becomeLeader({ holder: id, epoch })
}

/** Reloads after a new request. Requests from before this gateway's start are skipped: it has read those files. */
async function reloadWithOthers(member: Member): Promise<void> {
  const { id, store, duties, log, reloads } = member
  const { asked, gateway } = await store.reloads()
  const isNew = reloads !== undefined && asked > reloads && gateway !== id
  member.reloads = asked
  if (!isNew) return
  log.info({ gateway }, 'another gateway was asked to read its files again; this one reloads as well')
  duties.reload()
}

function resign(member: Member): void {
  member.epoch = undefined
  if (!member.isLeader) return
  member.isLeader = false
  member.log.warn({ gateway: member.id }, 'this gateway is no longer the leader')
  member.duties.resign()
}

/** Repeats the work until this gateway leaves. Logs each problem once, and that all work succeeds again. */
async function repeated(member: Member, work: Work, pauseMs = roundMs): Promise<void> {
  const { id, log, problems } = member
  while (!member.hasLeft) {
    // oxlint-disable no-await-in-loop -- one round after the other
    const fault = await work(member).then(
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

/**
 * Retries a statement that failed with a lost connection or a concurrent transaction, and rejects with any other
 * error. Undefined: this gateway no longer leads, and the process that asked has been ended.
 */
async function retryWhileLeading<T>(member: Member, ask: (lease: HeldLease) => Promise<T>): Promise<T | undefined> {
  const { id, log } = member
  let problem: string | undefined
  while (member.isLeader && member.epoch !== undefined && !member.hasLeft) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- the next try comes after this one has failed
      return await ask({ holder: id, epoch: member.epoch })
    } catch (error) {
      // The process ends, and the database was closed under this statement.
      if (member.hasLeft) return undefined
      if (error instanceof LostLeaseError) resign(member)
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

/** A server that is away, or busy. */
function passesByItself(error: unknown): error is Error {
  return [UnreachableDatabaseError, ConcurrentChangeError, UnitOfWorkTimeoutError].some((kind) => error instanceof kind)
}
