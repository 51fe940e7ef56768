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
import { isFenced, uptimeMs, type HeldLease } from './lease.ts'

/** The interval of heartbeats and of polling for changes, in milliseconds. */
const heartbeatEveryMs = 250
/** The interval at which a publisher checks whether the other gateways have a change, in milliseconds. */
const acknowledgePollMs = 50
/** The interval at which expired rows are removed, in milliseconds. */
const sweepMs = 1_000

/** The handlers of a gateway as a member of the cluster. */
export interface ClusterHandlers {
  /** Starts its work as the leader; it has every change of earlier leaders. */
  becomeLeader(lease: HeldLease): void
  /** Ends its work as the leader at once. */
  resign(): void
  /** Delivers a change of another gateway to every process of this one. */
  deliver(change: ProjectChange): Promise<void>
  /** Called once, after the first full catch-up. */
  caughtUp(): void
  /** Makes every process of this gateway read its files again. */
  reload(): void
  /** Allows its processes to serve until the lease of the heartbeat of that moment (`uptimeMs`) ends. */
  extendServing(heartbeatAt: number): void
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
  readonly handlers: ClusterHandlers
  readonly log: Log
}

/** A gateway while it is a member. `epoch`: that of the held lease. */
interface Member extends MemberDeps {
  epoch: number | undefined
  /** It leads: it has the lease, and every change of earlier leaders. */
  isLeader: boolean
  isCaughtUp: boolean
  hasLeft: boolean
  /** The number of the last change that this gateway has. */
  lastChange: number
  heartbeatAt: number | undefined
  /** The requests to reload that this gateway knows. */
  reloads: number | undefined
  /** The problems by the work that fails: an outage makes all of it fail, and is logged once. */
  readonly problems: Map<Work, string>
}

type Work = (member: Member) => Promise<void>

/**
 * Joins the gateways of an installation. One of them leads, by a lease that it renews; every gateway has a change of a
 * project before the change is answered. The time of a heartbeat is taken before it is sent, so that this gateway stops
 * serving before the others stop waiting for it.
 */
export function joinCluster(deps: MemberDeps): Membership {
  const member: Member = {
    ...deps,
    epoch: undefined,
    isLeader: false,
    isCaughtUp: false,
    hasLeft: false,
    lastChange: 0,
    heartbeatAt: undefined,
    reloads: undefined,
    problems: new Map(),
  }
  const { id, store, log } = deps
  const expiry = setInterval(() => {
    if (member.epoch !== undefined && isFenced(member.heartbeatAt)) resign(member)
  }, heartbeatEveryMs)
  // A change that takes long to apply must not delay this gateway's heartbeat.
  const loops = [
    repeat(member, sendHeartbeat),
    repeat(member, catchUp),
    repeat(member, reloadWithOthers),
    repeat(member, () => store.sweep(), sweepMs),
  ]
  return {
    publish: async (changes) => {
      const number = await retryWhileLeading(member, (lease) => store.publish(changes, lease))
      if (number === undefined) return
      member.lastChange = Math.max(member.lastChange, number)
      // oxlint-disable-next-line no-await-in-loop -- no event reports it
      while ((await retryWhileLeading(member, () => store.othersAreBehind(id, number))) === true)
        await delay(acknowledgePollMs)
    },
    reloadOthers: () => {
      store.askReload(id).catch((error: unknown) => {
        log.error({ gateway: id, error: String(error) }, 'other gateways do not reload; send SIGHUP to them')
      })
    },
    leave: async () => {
      member.hasLeft = true
      clearInterval(expiry)
      await Promise.all(loops)
      await store.leave(id).catch(() => undefined)
      store.close()
    },
  }
}

async function sendHeartbeat(member: Member): Promise<void> {
  const sentAt = uptimeMs()
  const asked = member.epoch
  const epoch = await member.store.heartbeat(member.id, member.lastChange, asked)
  member.heartbeatAt = sentAt
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
  const heartbeatBeforeRead = member.heartbeatAt
  const { epoch, store, handlers } = member
  for (const { change, number: next } of member.isLeader ? [] : await store.changesAfter(member.lastChange)) {
    await handlers.deliver(change)
    member.lastChange = next
  }
  if (!member.isLeader && epoch !== undefined && member.epoch === epoch) becomeLeader(member, epoch)
  if (heartbeatBeforeRead === undefined) return
  handlers.extendServing(heartbeatBeforeRead)
  if (!member.isCaughtUp) handlers.caughtUp()
  member.isCaughtUp = true
}

function becomeLeader(member: Member, epoch: number): void {
  const { id, log, handlers } = member
  member.isLeader = true
  log.info({ gateway: id, epoch }, 'this gateway leads')
  handlers.becomeLeader({ holder: id, epoch })
}

/** Reloads after a new request. Requests from before this gateway's start are skipped: it has read those files. */
async function reloadWithOthers(member: Member): Promise<void> {
  const { id, store, handlers, log, reloads } = member
  const { asked, gateway } = await store.reloads()
  const isNew = reloads !== undefined && asked > reloads && gateway !== id
  member.reloads = asked
  if (!isNew) return
  log.info({ gateway }, 'another gateway was asked to read its files again; this one reloads as well')
  handlers.reload()
}

function resign(member: Member): void {
  member.epoch = undefined
  if (!member.isLeader) return
  member.isLeader = false
  member.log.warn({ gateway: member.id }, 'this gateway is no longer the leader')
  member.handlers.resign()
}

/** Repeats the work until this gateway leaves. Logs each problem once, and that all work succeeds again. */
async function repeat(member: Member, work: Work, pauseMs = heartbeatEveryMs): Promise<void> {
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
      else if (!isTransient(error)) {
        log.error({ err: error, gateway: id }, 'a change cannot be published to other gateways')
        throw error
      }
      if (error.message !== problem) log.warn({ gateway: id, why: error.message }, 'a change waits for the database')
      problem = error.message
      // oxlint-disable-next-line no-await-in-loop -- likewise
      await delay(heartbeatEveryMs)
    }
  }
  return undefined
}

/** A server that is away, or busy. */
function isTransient(error: unknown): error is Error {
  return [UnreachableDatabaseError, ConcurrentChangeError, UnitOfWorkTimeoutError].some((kind) => error instanceof kind)
}
