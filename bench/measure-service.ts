import { loadInterleaved, load, type LoadTarget } from './load.ts'
import type { Figure } from './report.ts'
import { median, medianRatio } from './statistics.ts'

const rounds = 3
const seconds = 5

/** A person on the service under load, with a session token and a native sign-in flow that can be submitted again and again. */
export interface Subject {
  readonly sessionToken: string
  readonly flowId: string
  readonly email: string
  readonly password: string
}

/** Reads the JSON of an answer that must not be a refusal. */
export async function readJson<T>(request: Promise<Response>): Promise<T> {
  const response = await request
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}

/** Signs a person up through the native flows. */
export async function makeSubject(origin: string): Promise<Subject> {
  const email = `bench-${crypto.randomUUID()}@example.org`
  const password = crypto.randomUUID()
  const headers = { 'Content-Type': 'application/json' }
  const registration = await readJson<{ id: string }>(fetch(`${origin}/self-service/registration/api`))
  const body = { method: 'password', password, traits: { email, name: { first: 'Bench', last: 'Mark' } } }
  const done = await readJson<{ session_token: string }>(
    fetch(`${origin}/self-service/registration?flow=${registration.id}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    }),
  )
  const login = await readJson<{ id: string }>(fetch(`${origin}/self-service/login/api`))
  return { sessionToken: done.session_token, flowId: login.id, email, password }
}

/** Renders per second beside a bare React Router page, and whoami beside a bare JSON answer, interleaved. */
export async function measureRatios(
  origin: string,
  bareRouter: string,
  bareHono: string,
  subject: Subject,
): Promise<readonly Figure[]> {
  const pages = await loadInterleaved(
    { ours: { url: `${origin}/login` }, bare: { url: `${bareRouter}/login` } },
    rounds,
    seconds,
  )
  const calls = await loadInterleaved(
    {
      ours: { url: `${origin}/sessions/whoami`, headers: { 'X-Session-Token': subject.sessionToken } },
      bare: { url: `${bareHono}/sessions/whoami` },
    },
    rounds,
    seconds,
  )
  const rate = (results: readonly { readonly requestsPerSecond: number }[]) =>
    results.map((result) => result.requestsPerSecond)
  return [
    { name: 'login page renders', value: median(rate(pages.ours)), unit: '/s', note: failures(pages.ours) },
    { name: 'bare React Router renders', value: median(rate(pages.bare)), unit: '/s' },
    {
      name: 'login page, ratio to bare React Router',
      value: medianRatio(rate(pages.ours), rate(pages.bare)),
      unit: '×',
      target: { compare: '≥', value: 0.5 },
    },
    { name: 'whoami', value: median(rate(calls.ours)), unit: '/s', note: failures(calls.ours) },
    { name: 'bare Hono JSON', value: median(rate(calls.bare)), unit: '/s' },
    {
      name: 'whoami, ratio to bare Hono JSON',
      value: medianRatio(rate(calls.ours), rate(calls.bare)),
      unit: '×',
      target: { compare: '≥', value: 0.25 },
    },
  ]
}

/** Measures flow creation, flow fetch and password sign-in. The hash limits sign-in on purpose. */
export async function measureCalls(origin: string, subject: Subject): Promise<readonly Figure[]> {
  const body = JSON.stringify({ method: 'password', identifier: subject.email, password: subject.password })
  const targets: readonly (readonly [string, LoadTarget])[] = [
    ['login flow creation', { url: `${origin}/self-service/login/api` }],
    ['login flow fetch', { url: `${origin}/self-service/login/flows?id=${subject.flowId}` }],
    [
      'password sign-in',
      {
        url: `${origin}/self-service/login?flow=${subject.flowId}`,
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
        // Each try counts until its hash is compared, and one person may have ten before they have to wait.
        atOnce: 8,
      },
    ],
  ]
  const figures: Figure[] = []
  for (const [name, target] of targets) {
    const result = await load(target, seconds)
    figures.push({
      name,
      value: result.requestsPerSecond,
      unit: '/s',
      note: `p50 ${result.p50Ms} ms, p99 ${result.p99Ms} ms${failures([result])}`,
    })
  }
  return figures
}

function failures(results: readonly { readonly failures: number }[]): string {
  const count = results.reduce((sum, result) => sum + result.failures, 0)
  return count === 0 ? '' : ` ${count} FAILED`
}
