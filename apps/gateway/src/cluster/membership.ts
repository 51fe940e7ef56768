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
import { isFenced, leaseSeconds, uptimeMs, type HeldLease } from './lease.ts'

/** The interval of heartbeats and of polling for changes, in milliseconds. */
const heartbeatEveryMs = 250
/** The interval at which a publisher checks whether the other gateways have a change, in milliseconds. */
const acknowledgePollMs = 50
/** The interval at which expired rows are removed, in milliseconds. */
const sweepMs = 1_000
/** A publisher that has waited this long logs which gateways it waits for, in milliseconds. */
const longWaitMs = 10_000
/** The time in which a gateway whose leader cannot run leaves the lease to others, in milliseconds: twice the lease. */
const standAsideMs = 2_000 * leaseSeconds

/** The handlers of a gateway as a member of the cluster. */
export interface ClusterHandlers {
  /** Starts its work as the leader; it has every change of earlier leaders. */
  becomeLeader(lease: HeldLease): void
  /** Ends its work as the leader at once. */
  resign(): void
  /**
   * Delivers a change of another gateway to every process of this one, before anything that it is asked for later.
   * Resolves once each process has applied it.
   */
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
  /** Leaves the lead to another gateway because the leader cannot run here. Without one, this gateway leads again. */
  standAside(): void
  /** Takes the lease no more, as this gateway is about to end. A held lease is renewed until it leaves. */
  retire(): void
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
  /** The number of the last change that every process of this gateway has. */
  lastChange: number
  /** The number of the last change that is delivered to them. */
  lastRead: number
  /** Settles once all of these are delivered. */
  delivered: Promise<void>
  /** Until then (`uptimeMs`) it does not take the lease. */
  standsAsideUntil: number
  heartbeatAt: number | undefined
  /** The number of the last request to reload that this gateway knows. */
  lastReload: number | undefined
  /** The numbers of its own requests since then. */
  readonly ownReloads: Set<number>
  /** Settles once these are stored. */
  requesting: Promise<void>
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
    lastRead: 0,
    delivered: Promise.resolve(),
    standsAsideUntil: 0,
    heartbeatAt: undefined,
    lastReload: undefined,
    ownReloads: new Set(),
    requesting: Promise.resolve(),
    problems: new Map(),
  }
  const { id, store, log } = deps
  const expiry = setInterval(() => {
    if (member.epoch !== undefined && isFenced(member.heartbeatAt)) resign(member, 'its heartbeat expired')
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
      member.lastRead = Math.max(member.lastRead, number)
      await othersHave(member, number)
    },
    standAside: () => {
      member.standsAsideUntil = uptimeMs() + standAsideMs
      resign(member, 'the leader cannot run here')
    },
    retire: () => {
      member.standsAsideUntil = Infinity
      if (!member.isLeader) member.epoch = undefined
    },
    reloadOthers: () => {
      const request = store.requestReload(id).then(
        (number) => void member.ownReloads.add(number),
        (err: unknown) => log.error({ gateway: id, err }, 'other gateways do not reload; send SIGHUP to them'),
      )
      member.requesting = Promise.all([member.requesting, request]).then(() => undefined)
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
  // A publisher would wait for a gateway that cannot read its changes for ever.
  if (member.problems.has(catchUp)) return
  const sentAt = uptimeMs()
  const asked = member.epoch
  const epoch = await member.store.heartbeat(member.id, member.lastChange, asked, sentAt >= member.standsAsideUntil)
  member.heartbeatAt = sentAt
  // The lease was given up meanwhile: a new one has another epoch.
  if (member.epoch !== asked) return
  if (epoch === undefined && asked !== undefined) resign(member, 'another gateway took the lease')
  member.epoch = epoch
}

/**
 * Takes over the changes that earlier leaders published; while this gateway holds the lease, no other gateway can
 * publish more, so that it may lead. These changes are delivered completely first: no older change follows its own.
 * The processes may serve meanwhile: each of them gets the permission behind the changes.
 */
async function catchUp(member: Member): Promise<void> {
  // A gateway that publishes a change after this moment waits for this gateway: the changes read now are complete.
  const heartbeatBeforeRead = member.heartbeatAt
  const { epoch, store, handlers } = member
  for (const { change, number } of member.isLeader ? [] : await store.changesAfter(member.lastRead)) {
    member.lastRead = number
    member.delivered = Promise.all([member.delivered, handlers.deliver(change)]).then(() => {
      member.lastChange = number
    })
  }
  if (!member.isCaughtUp) await member.delivered
  const hasAll = member.lastChange === member.lastRead
  if (hasAll && !member.isLeader && epoch !== undefined && member.epoch === epoch) becomeLeader(member, epoch)
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
  const { id, store, handlers, log, lastReload, ownReloads } = member
  const { number, gateway } = await store.lastReload()
  await member.requesting
  const own = [...ownReloads].filter((request) => request <= number)
  for (const request of own) ownReloads.delete(request)
  member.lastReload = number
  if (lastReload === undefined || number - lastReload <= own.length) return
  log.info(
    { gateway: id, last: gateway },
    'another gateway was asked to read its files again; this one reloads as well',
  )
  handlers.reload()
}

function resign(member: Member, why: string): void {
  const { id, epoch } = member
  member.epoch = undefined
  if (!member.isLeader) return
  member.isLeader = false
  member.log.warn({ gateway: id, epoch, why }, 'this gateway is no longer the leader')
  member.handlers.resign()
}

/** Resolves once every other live gateway has the change of that number. */
async function othersHave(member: Member, number: number): Promise<void> {
  const { id, store, log } = member
  const startedAt = uptimeMs()
  let isLogged = false
  for (;;) {
    // oxlint-disable no-await-in-loop -- no event reports it
    const behind = await retryWhileLeading(member, () => store.gatewaysBehind(id, number))
    if (behind === undefined || behind.length === 0) return
    if (!isLogged && uptimeMs() - startedAt > longWaitMs) {
      log.warn({ gateway: id, waitsFor: behind }, 'a change waits for other gateways; see their logs')
      isLogged = true
    }
    await delay(acknowledgePollMs)
    // oxlint-enable no-await-in-loop
  }
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
      if (![...problems.values()].includes(fault)) {
        const text =
          'the gateway cannot exchange state through GATEHOUSE_DATABASE, and stops serving after five seconds'
        log.warn({ gateway: id, work: work.name, why: fault }, text)
      }
      problems.set(work, fault)
    } else if (problems.delete(work) && problems.size === 0) {
      log.warn({ gateway: id }, 'the gateway exchanges state through GATEHOUSE_DATABASE again')
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
  const { id, log, epoch } = member
  let problem: string | undefined
  // A later lease has another leader process, which publishes the stored state.
  const leads = () => member.isLeader && member.epoch === epoch && !member.hasLeft
  if (epoch === undefined) return undefined
  while (leads()) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- the next try comes after this one has failed
      return await ask({ holder: id, epoch })
    } catch (error) {
      if (!leads()) return undefined
      if (error instanceof LostLeaseError) {
        resign(member, error.message)
        return undefined
      }
      if (!isTransient(error)) {
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
