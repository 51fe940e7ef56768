import { setTimeout as delay } from 'node:timers/promises'
import { ConcurrentChangeError, UnitOfWorkTimeoutError, UnreachableDatabaseError } from '@gatehouse/platform/database'
import type { Log } from '@gatehouse/platform/log'
import type { WorkersState } from './role.ts'
import type { ClusterStore } from './cluster-store.ts'
import { isFenced, leaseSeconds, monotonicMs, applyTimeoutMs } from './lease.ts'

/** The interval of heartbeats, in milliseconds. */
const heartbeatEveryMs = 250
/** The interval at which a gateway checks whether the others have applied a change, in milliseconds. */
const applyPollMs = 50
/** The interval at which expired rows are removed, in milliseconds. */
const sweepMs = 1_000
/** The time in which a gateway whose background work fails leaves the lease to others, in milliseconds: twice the lease. */
const stepDownMs = 2_000 * leaseSeconds

/** The handlers of a gateway as a member of the cluster. */
export interface ClusterHandlers {
  /** Begins the background work of the installation. */
  beginBackground(): void
  /** Ends it at once. */
  endBackground(): void
  /** Returns the state of this gateway's processes. */
  state(): WorkersState
  /** Makes every process of this gateway read its files again. */
  reload(): void
}

/** A gateway among others that serve the same installation. */
export interface Membership {
  /** Resolves once every other live gateway has applied the change of that number, or is fenced. */
  awaitOtherGateways(number: number): Promise<void>
  /** Asks every other gateway to read its files again. */
  reloadOthers(): void
  /** Gives up the background work because it fails here. If no other gateway takes the lease, this one takes it again. */
  stepDown(): void
  /** Stops taking the lease, as this gateway is about to end. A lease that it holds is renewed until it leaves. */
  stopTakingLease(): void
  /** Gives up the lease, so that another gateway takes it at once. Ends all waits. Never rejects. */
  leave(): Promise<void>
}

/** The dependencies of a member. `id` is unique among the gateways. */
export interface MemberDeps {
  readonly id: string
  readonly store: ClusterStore
  readonly handlers: ClusterHandlers
  readonly log: Log
}

/** A gateway while it is a member. */
interface Member extends MemberDeps {
  /** It has the lease of the background work. */
  hasLease: boolean
  /** Aborted when this gateway leaves: its pauses end then. */
  readonly leaving: AbortSignal
  /** Until then (`monotonicMs`) it does not take the lease. */
  declinesLeaseUntil: number
  /** The moment before the last stored heartbeat was sent (`monotonicMs`); undefined: there is none. */
  heartbeatAt: number | undefined
  /** The number of the last request to reload that this gateway knows. */
  lastReload: number | undefined
  /** The numbers of its own requests since then. */
  readonly ownReloads: Set<number>
  /** Settles once all own requests are stored, so that they are not taken for those of others. */
  storingRequests: Promise<void>
  /** The problems by the work that fails: an outage makes all of it fail, and is logged once. */
  readonly problems: Map<Work, string>
}

type Work = (member: Member) => Promise<void>

/**
 * Joins the gateways of an installation. The gateway that holds the lease does the background work. Two gateways may do it
 * for a moment, as there is no fencing token: each piece must be safe to run twice (docs/decisions/0034). A change of a
 * project is acknowledged once every other gateway has applied it or is fenced. The time of a heartbeat is taken before it
 * is sent: this gateway stops serving before the others stop waiting for it.
 */
export function joinCluster(deps: MemberDeps): Membership {
  const leaving = new AbortController()
  const member: Member = {
    ...deps,
    hasLease: false,
    leaving: leaving.signal,
    declinesLeaseUntil: 0,
    heartbeatAt: undefined,
    lastReload: undefined,
    ownReloads: new Set(),
    storingRequests: Promise.resolve(),
    problems: new Map(),
  }
  const { id, store, log } = deps
  const expiry = setInterval(() => {
    if (member.hasLease && isFenced(member.heartbeatAt)) endBackground(member, 'its heartbeat expired')
  }, heartbeatEveryMs)
  const sweep: Work = () => store.sweep()
  const loops = [repeat(member, sendHeartbeat), repeat(member, pollReloads), repeat(member, sweep, sweepMs)]
  return {
    awaitOtherGateways: (number) => awaitOtherGateways(member, number),
    stepDown: () => {
      member.declinesLeaseUntil = monotonicMs() + stepDownMs
      endBackground(member, 'it fails here')
    },
    stopTakingLease: () => {
      member.declinesLeaseUntil = Infinity
    },
    reloadOthers: () => {
      const request = store.requestReload(id).then(
        (number) => void member.ownReloads.add(number),
        (err: unknown) => log.error({ gateway: id, err }, 'other gateways do not reload; send SIGHUP to them'),
      )
      member.storingRequests = Promise.all([member.storingRequests, request]).then(() => undefined)
    },
    leave: async () => {
      leaving.abort()
      clearInterval(expiry)
      await Promise.all(loops)
      await store.leave(id).catch(() => undefined)
      store.close()
    },
  }
}

/**
 * Stores a heartbeat with the number of the last change that every worker has applied; then sends the time of the heartbeat
 * to the workers. Each worker applies all pending changes before it accepts that time and serves on.
 */
async function sendHeartbeat(member: Member): Promise<void> {
  const { id, store, handlers, hasLease } = member
  const { appliedNumber, isFailing, extendServing } = handlers.state()
  // A gateway that cannot read the changes must not look alive: others would wait the whole timeout for each change.
  if (isFailing) return
  const mayTake = () => monotonicMs() >= member.declinesLeaseUntil
  const sentAt = monotonicMs()
  const holds = await store.heartbeat(id, appliedNumber, hasLease || mayTake())
  member.heartbeatAt = sentAt
  extendServing(sentAt)
  // It may have stepped down while the heartbeat was stored.
  if (holds && !member.hasLease && mayTake()) beginBackground(member)
  if (!holds && member.hasLease) endBackground(member, 'another gateway has the lease')
}

function beginBackground(member: Member): void {
  member.hasLease = true
  member.log.info({ gateway: member.id }, 'this gateway does the background work')
  member.handlers.beginBackground()
}

function endBackground(member: Member, why: string): void {
  if (!member.hasLease) return
  member.hasLease = false
  member.log.warn({ gateway: member.id, why }, 'this gateway no longer does the background work')
  member.handlers.endBackground()
}

/** Reloads if another gateway has requested it since the last poll. Requests from before this gateway's start are skipped: it has read those files. */
async function pollReloads(member: Member): Promise<void> {
  const { id, store, handlers, log, lastReload, ownReloads } = member
  const { number, gateway } = await store.lastReload()
  await member.storingRequests
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

/** Resolves once every other live gateway has applied the change of that number or is fenced, or this gateway has left. */
async function awaitOtherGateways(member: Member, number: number): Promise<void> {
  const { id, store, log } = member
  const startedAt = monotonicMs()
  const isOver = () => member.leaving.aborted || monotonicMs() - startedAt > applyTimeoutMs
  let behind: readonly string[] | undefined
  while (!isOver()) {
    // oxlint-disable no-await-in-loop -- no event reports it
    behind = await retryUntil(isOver, member, () => store.gatewaysBehind(id, number))
    if (behind?.length === 0) return
    await pause(member, applyPollMs)
    // oxlint-enable no-await-in-loop
  }
  if (member.leaving.aborted) return
  const text = 'a change is acknowledged although these gateways lack it; they serve nothing until they have it'
  log.warn({ gateway: id, behind: behind ?? 'unknown' }, text)
}

/** Waits; the leaving of this gateway ends the wait. */
async function pause({ leaving }: Member, ms: number): Promise<void> {
  await delay(ms, undefined, { signal: leaving }).catch(() => undefined)
}

/** Repeats the work until this gateway leaves. Logs each problem once, and that all work succeeds again. */
async function repeat(member: Member, work: Work, pauseMs = heartbeatEveryMs): Promise<void> {
  const { id, log, problems } = member
  while (!member.leaving.aborted) {
    // oxlint-disable no-await-in-loop -- one round after the other
    const fault = await work(member).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    if (fault !== undefined) {
      if (![...problems.values()].includes(fault)) {
        const text =
          'the gateway cannot exchange state through GATEHOUSE_DATABASE; without heartbeats it stops serving after five seconds'
        log.warn({ gateway: id, work: work.name, why: fault }, text)
      }
      problems.set(work, fault)
    } else if (problems.delete(work) && problems.size === 0) {
      log.warn({ gateway: id }, 'the gateway exchanges state through GATEHOUSE_DATABASE again')
    }
    await pause(member, pauseMs)
    // oxlint-enable no-await-in-loop
  }
}

/**
 * Retries a statement that failed with a lost connection or a concurrent transaction, and rejects with any other error.
 * Undefined: it has not succeeded before the retries are over.
 */
async function retryUntil<T>(isOver: () => boolean, member: Member, ask: () => Promise<T>) {
  const { id, log } = member
  let problem: string | undefined
  while (!isOver()) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- the next attempt comes after this one has failed
      return await ask()
    } catch (error) {
      if (!isTransient(error)) throw error
      if (error.message !== problem) log.warn({ gateway: id, why: error.message }, 'a change waits for the database')
      problem = error.message
      // oxlint-disable-next-line no-await-in-loop -- likewise
      await pause(member, heartbeatEveryMs)
    }
  }
  return undefined
}

/** A server that is away, or busy. */
function isTransient(error: unknown): error is Error {
  return [UnreachableDatabaseError, ConcurrentChangeError, UnitOfWorkTimeoutError].some((kind) => error instanceof kind)
}
