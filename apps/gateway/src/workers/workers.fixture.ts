import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { startGateway, testedDatabaseFor, type GatewayProcess } from '@gatehouse/testing/processes'
import { expect, vi } from 'vitest'

/** The number of serving processes in these tests. */
export const workers = 3
/** The system chooses the process at random: with so many requests, one in a million runs misses a process. */
const asks = 40

/** A gateway with three processes that answer at its public origin. */
export interface SharedGateway extends GatewayProcess {
  /** The processes that serve now: that with the background work, and the others. */
  serving(): Promise<{ readonly background: number; readonly others: readonly number[] }>
  /** Resolves once as many processes as should serve, and so many more have been started in place of others. */
  complete(replaced?: number): Promise<void>
  /** Sends so many requests over new connections that each process answers; returns the statuses. */
  askAll(url: string, headers?: Readonly<Record<string, string>>): Promise<readonly number[]>
  /** Calls the control plane with the key of the first owner. */
  control(method: string, path: string, body?: unknown): Promise<Response>
  /** Signs a person up as a native program would; returns the session token. */
  signUp(email: string): Promise<string>
  /** Tries to sign a person in. */
  signIn(email: string, password: string): Promise<void>
}

/** Starts one outside development mode. */
export async function startShared(environment: Readonly<Record<string, string>> = {}): Promise<SharedGateway> {
  const database = testedDatabaseFor(randomUUID())
  const gateway = await startGateway({
    environment: {
      ...(database !== undefined && { GATEHOUSE_DATABASE: database }),
      GATEHOUSE_DEV: 'false',
      GATEHOUSE_WORKERS: String(workers),
      GATEHOUSE_DRAIN_SECONDS: '1',
      LOG_LEVEL: 'info',
      ...environment,
    },
  })
  const key = (await readFile(join(gateway.dataFolder, 'workspace-api-key'), 'utf8')).trim()

  async function serving() {
    const children = await childrenOf(gateway.pid)
    const pids = children.filter(({ command }) => command.includes('--worker=')).map(({ pid }) => pid)
    const background = Number(
      gateway
        .logs()
        .match(/"pid":(\d+),"msg":"a worker begins the background work"/g)
        ?.at(-1)
        ?.match(/\d+/)?.[0],
    )
    return { background, others: pids.filter((pid) => pid !== background) }
  }

  const shared: SharedGateway = {
    ...gateway,
    serving,
    complete: async (replaced = 0) => {
      const said = () => gateway.logs().match(/a worker serves/g)?.length
      await vi.waitUntil(() => said() === workers + replaced, { timeout: 60_000 })
    },
    askAll: async (url, headers) => {
      const all: number[] = []
      for (let asked = 0; asked < asks; asked += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one connection after the other
        all.push((await exchange(url, { headers })).statusCode ?? 0)
      }
      return [...new Set(all)]
    },
    control: (method, path, body) =>
      fetch(`${gateway.consoleOrigin}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    signUp: async (email) => {
      const flow = await (await fetch(`${gateway.origin}/self-service/registration/api`)).json()
      const answer = await fetch(`${gateway.origin}/self-service/registration?flow=${flow.id}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', connection: 'close' },
        body: JSON.stringify({ method: 'password', password: 'analytical-engine-1843', traits: { email } }),
      })
      const body = await answer.json()
      expect(body).toHaveProperty('session_token')
      return body.session_token
    },
    signIn: async (identifier, password) => {
      const flow = await (await fetch(`${gateway.origin}/self-service/login/api`)).json()
      await fetch(`${gateway.origin}/self-service/login?flow=${flow.id}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', connection: 'close' },
        body: JSON.stringify({ method: 'password', identifier, password }),
      })
    },
  }
  try {
    await shared.complete()
    return shared
  } catch (error) {
    await gateway.kill()
    throw error
  }
}

/** A request over a new connection. */
interface Ask {
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** A form; absent: a GET. */
  readonly form?: URLSearchParams
  /** The Host as a proxy in front received it. Default: that of the address. */
  readonly host?: string
}

/** Sends a request over a new connection; names below `localhost` are this machine. */
export function exchange(url: string, { headers = {}, form, host }: Ask = {}): Promise<IncomingMessage> {
  const { host: own, port, pathname, search } = new URL(url)
  const type = form && { 'content-type': 'application/x-www-form-urlencoded' }
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path: `${pathname}${search}`,
        method: form === undefined ? 'GET' : 'POST',
        headers: { ...headers, ...type, host: host ?? own },
        agent: false,
      },
      (answer) => {
        answer.resume()
        answer.once('end', () => resolve(answer))
        answer.once('error', reject)
      },
    )
    sent.once('error', reject)
    sent.end(form?.toString())
  })
}

/** Returns whether the address answers with success. */
export async function answers(url: string): Promise<boolean> {
  return fetch(url, { headers: { connection: 'close' } }).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function childrenOf(parent: number): Promise<readonly { readonly pid: number; readonly command: string }[]> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const all = await Promise.all(
    processes.map(async (name) => {
      try {
        const [status, command] = await Promise.all([
          readFile(`/proc/${name}/status`, 'utf8'),
          readFile(`/proc/${name}/cmdline`, 'utf8'),
        ])
        const isChild = new RegExp(`^PPid:\\s+${parent}$`, 'm').test(status)
        return isChild ? { pid: Number(name), command } : undefined
      } catch {
        return undefined
      }
    }),
  )
  return all.filter((one) => one !== undefined)
}
