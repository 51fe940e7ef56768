import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { costlyConfigurations, hostileBody, hostileTexts } from '@gatehouse/testing/growth'
import { startGateway, type GatewayProcess } from '@gatehouse/testing/processes'
import { makeSubject, readJson } from './measure-service.ts'
import type { Figure } from './report.ts'

/** As long as a text may be that is refused only after the program has read it, in UTF-16 units. */
const textLength = 65_536
const pauseMs = 20

/** TABLE: the form that visitors send to each kind of flow. */
const forms: Readonly<Record<string, object>> = {
  login: { method: 'password', identifier: 'eve@example.org', password: 'a-long-word-of-stones' },
  registration: {
    method: 'password',
    password: 'a-long-word-of-stones',
    traits: { email: 'eve@example.org', name: { first: 'Eve', last: 'Stone' } },
  },
  recovery: { method: 'code', email: 'eve@example.org', code: '123456' },
  verification: { method: 'code', email: 'eve@example.org', code: '123456' },
  settings: { method: 'profile', traits: { email: 'eve@example.org', name: { first: 'Eve', last: 'Stone' } } },
}

/** One process, so that no other one can answer; no limit of visitors, so that each text is read. */
const environment = {
  GATEHOUSE_WORKERS: '1',
  GATEHOUSE_SIGN_INS_PER_ACCOUNT: 'off',
  GATEHOUSE_SIGN_INS_PER_ADDRESS: 'off',
  GATEHOUSE_CODES_PER_RECIPIENT: 'off',
  GATEHOUSE_CODES_PER_ADDRESS: 'off',
  LOG_LEVEL: 'error',
}

/**
 * Measures the longest hold of the event loop, and the longest sign-in of another project, while one project is sent
 * hostile texts and its developer stores configurations at their bounds.
 */
export async function measureStalls(): Promise<readonly Figure[]> {
  const gateway = await startGateway({ mode: 'built', environment })
  try {
    return [
      ...(await watched(gateway, 'hostile texts', () => sendTexts(gateway))),
      ...(await watched(gateway, 'costly configurations', () => storeConfigurations(gateway))),
    ]
  } finally {
    await gateway.stop()
  }
}

async function watched(gateway: GatewayProcess, name: string, work: () => Promise<number>): Promise<readonly Figure[]> {
  const signIn = await neighbourOf(gateway)
  let [longestMs, longestDelay] = [0, 0]
  const over = new AbortController()
  const signIns = (async () => {
    while (!over.signal.aborted) {
      const begun = performance.now()
      await signIn()
      longestMs = Math.max(longestMs, performance.now() - begun)
      longestDelay = Math.max(longestDelay, await eventLoopDelay(gateway))
      await delay(pauseMs)
    }
  })()
  const sent = await work()
  over.abort()
  await signIns
  const note = `${sent} requests`
  return [
    {
      name: `${name}: longest hold of the event loop`,
      value: longestDelay,
      unit: 'ms',
      target: { compare: '≤', value: 200 },
      note,
    },
    {
      name: `${name}: longest sign-in of another project`,
      value: longestMs,
      unit: 'ms',
      target: { compare: '≤', value: 2_000 },
      note,
    },
  ]
}

/** Signs up a person of the first project; returns the function that signs them in. */
async function neighbourOf({ origin }: GatewayProcess): Promise<() => Promise<void>> {
  const { email, password } = await makeSubject(origin)
  const headers = { 'content-type': 'application/json' }
  return async () => {
    const { id } = await readJson<{ id: string }>(fetch(`${origin}/self-service/login/api`))
    const body = JSON.stringify({ method: 'password', identifier: email, password })
    await readJson(fetch(`${origin}/self-service/login?flow=${id}`, { method: 'POST', headers, body }))
  }
}

/** Calls of the control plane below its projects; undefined: it was refused, as the call deserved. */
async function controlOf({ consoleOrigin, dataFolder }: GatewayProcess) {
  const key = (await readFile(join(dataFolder, 'workspace-api-key'), 'utf8')).trim()
  return async <T>({ method, path, body, type = 'application/json' }: ControlCall): Promise<T> => {
    const answer = await fetch(`${consoleOrigin}/projects${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': type },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    if (answer.status >= 500) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json().catch(() => undefined)) as T
  }
}

interface ControlCall {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly type?: string | undefined
}

/** Returns the delay of the event loop in milliseconds, within the last half minute. */
async function eventLoopDelay({ adminOrigin }: GatewayProcess): Promise<number> {
  const text = await fetch(`${adminOrigin}/metrics`).then((answer) => answer.text())
  const value = /^gatehouse_worker_event_loop_delay_seconds\{[^}]*\} (\S+)$/m.exec(text)?.[1]
  if (value === undefined) throw new Error('The metrics do not say how long the event loop was held.')
  return Number(value) * 1_000
}

/** Sends texts to the forms of a separate project, whose host is in a header: no resolver knows it. */
async function sendTexts(gateway: GatewayProcess): Promise<number> {
  const control = await controlOf(gateway)
  const { slug } = await control<{ slug: string }>({
    method: 'POST',
    path: '',
    body: { name: 'Target', environment: 'dev' },
  })
  const { origin } = gateway
  const headers = { 'content-type': 'application/json', host: `${slug}.localhost:${new URL(origin).port}` }
  const begin = (kind: string, more = {}) =>
    readJson<{ id: string }>(fetch(`${origin}/self-service/${kind}/api`, { headers: { ...headers, ...more } }))
  const submit = (kind: string, flow: string, body: string, more = {}) =>
    fetch(`${origin}/self-service/${kind}?flow=${flow}`, { method: 'POST', headers: { ...headers, ...more }, body })
  const { id } = await begin('registration')
  const { session_token } = await readJson<{ session_token: string }>(
    submit('registration', id, JSON.stringify(forms['registration'])),
  )
  let sent = 0
  for (const [kind, body] of Object.entries(forms)) {
    const session = kind === 'settings' ? { 'x-session-token': session_token } : {}
    const fields = hostileBody(
      kind,
      body,
      () => textLength,
      async (json) => async () => {
        const answer = await submit(kind, (await begin(kind, session)).id, json, session)
        if (answer.status >= 500) throw new Error(`${kind}: ${answer.status} ${await answer.text()}`)
        await answer.body?.cancel()
      },
    )
    for (const field of fields) {
      for (const { of } of hostileTexts) {
        const send = await field.prepare(of(field.valid, field.length))
        await send?.()
        sent += 1
      }
    }
  }
  return sent
}

async function storeConfigurations(gateway: GatewayProcess): Promise<number> {
  const control = await controlOf(gateway)
  const all = costlyConfigurations()
  for (const { requests } of all) {
    const { id } = await control<{ id: string }>({
      method: 'POST',
      path: '',
      body: { name: 'Costly', environment: 'dev' },
    })
    for (const request of requests) await control({ ...request, path: `/${id}${request.path}` })
    await control({ method: 'DELETE', path: `/${id}` })
  }
  return all.length
}
