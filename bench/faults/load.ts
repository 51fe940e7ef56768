import { setTimeout as delay } from 'node:timers/promises'

/** How many people sign up, and how many sessions are looked at, each second. */
export interface Rates {
  readonly signUps: number
  readonly looks: number
}

/** The kinds of failure of a request. */
export const failureKinds = ['error', 'cut', 'refused'] as const
/** Answered with an error; cut off after it was sent; or sent to nothing: no gateway was ready, or the address refused. */
export type FailureKind = (typeof failureKinds)[number]
/** How often the balancer asks whether a gateway takes requests, in milliseconds. */
const probeMs = 200
const password = 'analytical-engine-1843'

interface Failure {
  readonly kind: FailureKind
  /** The status, or the message of the error. */
  readonly reason: string
  readonly at: number
}

/** The observations during the load. Times are those of `performance.now()`. */
export interface Seen {
  readonly answers: number
  readonly failures: readonly Failure[]
  /** Sessions of the accounts that were acknowledged. */
  readonly tokens: readonly string[]
  /** Since when each gateway that should run takes requests, and none fails. */
  readonly wellSince: number | undefined
}

/** Requests that come all the time, by way of a balancer that sends them to the gateways that are ready. */
export interface Load {
  /** Sign-ups and looks begin. */
  readonly stop: () => Promise<Seen>
}

interface Counted {
  answers: number
  readonly failures: Failure[]
  readonly tokens: string[]
}

/** Starts the load; each probe calls `origins` again. */
export function startLoad(origins: () => readonly string[], rates: Rates): Load {
  const seen: Counted = { answers: 0, failures: [], tokens: [] }
  const ready = new Set<string>()
  const sound = new Set<string>()
  const underWay = new Set<Promise<void>>()
  let allReadySince: number | undefined
  let turn = 0
  const state = { isOver: false }

  async function probe(): Promise<void> {
    await Promise.all(
      origins().map(async (origin) => {
        const status = await jsonOf(`${origin}/health/ready`, { signal: AbortSignal.timeout(1_000) })
          .then((answer) => answer['status'])
          .catch(() => undefined)
        if (status === undefined) ready.delete(origin)
        else ready.add(origin)
        if (status === 'ok') sound.add(origin)
        else sound.delete(origin)
      }),
    )
    const isWell = origins().every((origin) => sound.has(origin))
    allReadySince = isWell ? (allReadySince ?? performance.now()) : undefined
  }

  function next(): string | undefined {
    const list = origins().filter((origin) => ready.has(origin))
    turn += 1
    return list[turn % list.length]
  }

  const fail = (kind: FailureKind, reason: string) => void seen.failures.push({ kind, reason, at: performance.now() })

  async function counted(work: (origin: string) => Promise<void>): Promise<void> {
    const origin = next()
    if (origin === undefined) {
      fail('refused', 'no gateway is ready')
      return
    }
    try {
      await work(origin)
      seen.answers += 1
    } catch (error) {
      const kind = failureOf(error)
      if (kind !== 'refused') {
        fail(kind, String(error))
        return
      }
      // Nothing was sent, so a balancer asks the next one, for any method.
      ready.delete(origin)
      await counted(work)
    }
  }

  async function signUp(origin: string): Promise<void> {
    const flow = await jsonOf(`${origin}/self-service/registration/api`, {})
    const email = `person-${crypto.randomUUID()}@example.org`
    const body = JSON.stringify({ method: 'password', password, traits: { email } })
    const headers = { 'content-type': 'application/json' }
    const url = `${origin}/self-service/registration?flow=${String(flow['id'])}`
    const answer = await jsonOf(url, { method: 'POST', headers, body })
    seen.tokens.push(String(answer['session_token']))
  }

  async function look(origin: string): Promise<void> {
    const token = seen.tokens[Math.floor(Math.random() * seen.tokens.length)]
    if (token === undefined) return
    const status = await whoami(origin, token)
    if (status !== 200) throw new ErrorAnswer(String(status))
  }

  async function each(rate: number, work: (origin: string) => Promise<void>): Promise<void> {
    const begun = performance.now()
    for (let sent = 0; !state.isOver; sent += 1) {
      // oxlint-disable-next-line no-await-in-loop -- they come in the course of time
      await delay(Math.max(0, begun + (sent * 1_000) / rate - performance.now()))
      const one = counted(work).finally(() => underWay.delete(one))
      underWay.add(one)
    }
  }

  async function probing(): Promise<void> {
    while (!state.isOver) {
      // oxlint-disable-next-line no-await-in-loop -- one look after the other
      await probe()
      // oxlint-disable-next-line no-await-in-loop -- likewise
      await delay(probeMs)
    }
  }

  const running = [
    probing(),
    delay(1_000).then(() => Promise.all([each(rates.signUps, signUp), each(rates.looks, look)])),
  ]
  return {
    stop: async () => {
      state.isOver = true
      await Promise.all(running)
      await Promise.all(underWay)
      const lastFailure = seen.failures.at(-1)?.at
      const wellSince = allReadySince === undefined ? undefined : Math.max(allReadySince, lastFailure ?? 0)
      return { ...seen, wellSince }
    },
  }
}

/** Returns the status of the answer about a session. */
export function whoami(origin: string, token: string): Promise<number> {
  return statusOf(`${origin}/sessions/whoami`, {
    headers: { 'x-session-token': token },
    signal: AbortSignal.timeout(15_000),
  })
}

function failureOf(error: unknown): FailureKind {
  if (error instanceof ErrorAnswer) return 'error'
  const codes = [error, error instanceof Error ? error.cause : undefined].map((one) =>
    one instanceof Error && 'code' in one ? one.code : undefined,
  )
  return codes.includes('ECONNREFUSED') ? 'refused' : 'cut'
}

/** An answer that is not among the good ones. */
class ErrorAnswer extends Error {}

async function statusOf(url: string, init: RequestInit): Promise<number> {
  const answer = await fetch(url, init)
  await answer.arrayBuffer()
  return answer.status
}

async function jsonOf(url: string, init: RequestInit): Promise<Record<string, unknown>> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(15_000), ...init })
  const body = (await answer.json()) as Record<string, unknown>
  if (!answer.ok) throw new ErrorAnswer(String(answer.status))
  return body
}
