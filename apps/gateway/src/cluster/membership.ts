import { setTimeout as delay } from 'node:timers/promises'
import { ConcurrentChangeError, UnitOfWorkTimeoutError, UnreachableDatabaseError } from '@gatehouse/platform/database'
import type { Log } from '@gatehouse/platform/log'
import type { WorkersState } from './role.ts'
import type { ClusterStore } from './cluster-store.ts'
import { isFenced, leaseSeconds, monotonicMs, publishTimeoutMs } from './lease.ts'

/** The interval of heartbeats, in milliseconds. */
const heartbeatEveryMs = 250
/** The interval at which a publisher checks whether the other gateways have a change, in milliseconds. */
const publishPollMs = 50
/** The interval at which expired rows are removed, in milliseconds. */
const sweepMs = 1_000
/** The time in which a gateway whose background work fails leaves the lease to others, in milliseconds: twice the lease. */
const standAsideMs = 2_000 * leaseSeconds

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
  /** Resolves once every other live gateway has the change of that number, or is fenced. */
  publish(number: number): Promise<void>
  /** Asks every other gateway to read its files again. */
  reloadOthers(): void
  /** Leaves the background work to another gateway because it fails here. Without one, this gateway does it again. */
  standAside(): void
  /** Takes the lease no more, as this gateway is about to end. A held lease is renewed until it leaves. */
  retire(): void
  /** Gives up the lease, so that another gateway takes it at once. Publishers wait no more. Never rejects. */
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
  standsAsideUntil: number
  /** The moment before the last stored heartbeat was sent (`monotonicMs`); undefined: there is none. */
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
 * Joins the gateways of an installation. One of them does the background work, by a lease that it renews; every gateway
 * has a change of a project before the change is answered. The time of a heartbeat is taken before it is sent, so that
 * this gateway stops serving before the others stop waiting for it.
 */
export function joinCluster(deps: MemberDeps): Membership {
  const leaving = new AbortController()
  const member: Member = {
    ...deps,
    hasLease: false,
    leaving: leaving.signal,
    standsAsideUntil: 0,
    heartbeatAt: undefined,
    lastReload: undefined,
    ownReloads: new Set(),
    requesting: Promise.resolve(),
    problems: new Map(),
  }
  const { id, store, log } = deps
  const expiry = setInterval(() => {
    if (member.hasLease && isFenced(member.heartbeatAt)) endBackground(member, 'its heartbeat expired')
  }, heartbeatEveryMs)
  const loops = [
    repeat(member, sendHeartbeat),
    repeat(member, reloadWithOthers),
    repeat(member, () => store.sweep(), sweepMs),
  ]
  return {
    publish: (number) => awaitGatewaysBehind(member, number),
    standAside: () => {
      member.standsAsideUntil = monotonicMs() + standAsideMs
      endBackground(member, 'it fails here')
    },
    retire: () => {
      member.standsAsideUntil = Infinity
    },
    reloadOthers: () => {
      const request = store.requestReload(id).then(
        (number) => void member.ownReloads.add(number),
        (err: unknown) => log.error({ gateway: id, err }, 'other gateways do not reload; send SIGHUP to them'),
      )
      member.requesting = Promise.all([member.requesting, request]).then(() => undefined)
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
 * Stores a heartbeat, with the number of the change that every process of this gateway has, and allows these processes to
 * serve until it expires: each of them reads the changes once more before the heartbeat counts for it.
 */
async function sendHeartbeat(member: Member): Promise<void> {
  const { id, store, handlers, hasLease } = member
  const { number, isFailing, extendServing } = handlers.state()
  // A publisher would wait for ever for a gateway that is alive and cannot read its changes.
  if (isFailing) return
  const mayTake = () => monotonicMs() >= member.standsAsideUntil
  const sentAt = monotonicMs()
  const holds = await store.heartbeat(id, number, hasLease || mayTake())
  member.heartbeatAt = sentAt
  extendServing(sentAt)
  // It may have begun to stand aside while the heartbeat was stored.
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

/** Resolves once every other live gateway has the change of that number or is fenced, or this gateway has left. */
async function awaitGatewaysBehind(member: Member, number: number): Promise<void> {
  const { id, store, log } = member
  const startedAt = monotonicMs()
  const isOver = () => member.leaving.aborted || monotonicMs() - startedAt > publishTimeoutMs
  let behind: readonly string[] | undefined
  while (!isOver()) {
    // oxlint-disable no-await-in-loop -- no event reports it
    behind = await retryUntil(isOver, member, () => store.gatewaysBehind(id, number))
    if (behind?.length === 0) return
    await pause(member, publishPollMs)
    // oxlint-enable no-await-in-loop
  }
  if (member.leaving.aborted) return
  const text = 'a change is answered without gateways that serve nothing until they have it'
  log.warn({ gateway: id, without: behind ?? 'unknown' }, text)
}

/** Waits, unless this gateway leaves meanwhile. */
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
          'the gateway cannot exchange state through GATEHOUSE_DATABASE, and stops serving after five seconds'
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
      // oxlint-disable-next-line no-await-in-loop -- the next try comes after this one has failed
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
