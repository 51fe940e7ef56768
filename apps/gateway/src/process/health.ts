import type { FetchHandler } from '@gatehouse/http/handler'
import type { Log } from '@gatehouse/platform/log'

/**
 * The condition of one dependency of this process. `degraded`: some requests cannot be served, and the answers say so;
 * `down`: no request can be served, so none should be sent here.
 */
export type Condition =
  | { readonly kind: 'sound' }
  | {
      readonly kind: 'degraded' | 'down'
      readonly what: 'not available' | 'full' | 'backlog' | 'not delivered'
      /** The failing part has written its own log line, with the reason. */
      readonly isLogged?: true
    }

/** Checks one dependency. A rejection counts as `down`. */
export type HealthCheck = () => Promise<Condition>

/** The conditions of all dependencies. */
export interface Health {
  readonly fetch: FetchHandler
  /** Returns the conditions by the name of the part. */
  readonly conditions: () => Promise<ReadonlyMap<string, Condition>>
}

export const sound: Condition = { kind: 'sound' }

const notAvailable: Condition = { kind: 'down', what: 'not available' }

/** Returns a check of a dependency that either works or is not available. */
export function works(check: () => Promise<boolean>, otherwise: 'degraded' | 'down' = 'down'): HealthCheck {
  return async () => ((await check()) ? sound : { kind: otherwise, what: 'not available' })
}

/**
 * Wraps the check of a dependency that all gateways share, so that removing this one would not help: once it worked,
 * its loss is `degraded`. Before, it is `down`, so that a gateway with a wrong address does not replace another one.
 */
export function downUntilSound(check: HealthCheck): HealthCheck {
  let wasSound = false
  return async () => {
    const found = await check().catch(() => notAvailable)
    if (found.kind === 'sound') wasSound = true
    return found.kind === 'down' && wasSound ? { ...found, kind: 'degraded' } : found
  }
}

/** Caches the result of an expensive check for the given time, in milliseconds. */
export function keptFor(ms: number, check: HealthCheck): HealthCheck {
  let kept: { readonly at: number; readonly condition: Promise<Condition> } | undefined
  return () => {
    const now = performance.now()
    if (kept === undefined || now - kept.at >= ms) kept = { at: now, condition: check() }
    return kept.condition
  }
}

/** The maximum time that an answer waits for checks, in milliseconds: a balancer waits little longer. */
const timeoutMs = 300

/**
 * Answers `/health/alive` if the process runs, and `/health/ready` with 503 if it cannot serve requests, else with 200
 * and the degraded parts. It names the parts without the reason, as it is public. Each change of a part is logged. A
 * part whose check takes long has its last known condition; the first one is waited for.
 */
export function createHealth(checks: Readonly<Record<string, HealthCheck>>, log: Log): Health {
  const before = new Map<string, Condition['kind']>()
  const known = new Map<string, Condition>()
  const pending = new Map<string, Promise<Condition>>()

  function report(part: string, condition: Condition): void {
    const { kind } = condition
    if (kind !== 'sound' && condition.isLogged === true) return
    if ((before.get(part) ?? 'sound') === kind) return
    before.set(part, kind)
    if (kind === 'sound') log.info({ part }, 'a part of the service is sound again')
    else log.warn({ part, condition: kind, what: condition.what }, 'a part of the service is not sound')
  }

  /** Starts a check, unless it runs: callers that come meanwhile get the same result. */
  function look(part: string, check: HealthCheck): Promise<Condition> {
    const running =
      pending.get(part) ??
      check()
        .catch(() => notAvailable)
        .then((condition) => {
          pending.delete(part)
          known.set(part, condition)
          report(part, condition)
          return condition
        })
    pending.set(part, running)
    return running
  }

  async function conditions(): Promise<ReadonlyMap<string, Condition>> {
    const looks = Object.entries(checks).map(([part, check]) => [part, look(part, check)] as const)
    await settledOrLate(looks.map(([, looked]) => looked))
    return new Map(
      await Promise.all(looks.map(async ([part, looked]) => [part, known.get(part) ?? (await looked)] as const)),
    )
  }

  return {
    conditions,
    fetch: async (request) => {
      const { pathname } = new URL(request.url)
      if (request.method !== 'GET' && request.method !== 'HEAD') return json(405, { status: 'method not allowed' })
      if (pathname === '/health/alive') return json(200, { status: 'ok' })
      if (pathname !== '/health/ready') return json(404, { status: 'not found' })
      const found = await conditions()
      const errors = namesOf(found, 'down')
      const degraded = namesOf(found, 'degraded')
      if (errors !== undefined) return json(503, { errors, degraded })
      return json(200, degraded === undefined ? { status: 'ok' } : { status: 'degraded', degraded })
    },
  }
}

async function settledOrLate(looks: readonly Promise<unknown>[]): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, timeoutMs)
  await Promise.race([Promise.all(looks), late.promise])
  clearTimeout(timer)
}

function namesOf(
  conditions: ReadonlyMap<string, Condition>,
  kind: 'degraded' | 'down',
): Readonly<Record<string, string>> | undefined {
  const found = [...conditions].flatMap(([part, condition]) =>
    condition.kind === kind ? [[part, condition.what] as const] : [],
  )
  return found.length === 0 ? undefined : Object.fromEntries(found)
}

function json(status: number, body: unknown): Response {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(JSON.stringify(body), { status, headers })
}
