import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'

import { loadConfig } from '@gatehouse/config/config'
import { testedDatabaseFor } from '@gatehouse/testing/processes'
import type { OpenPages } from '../edge/account-pages.ts'
import { compose } from '../compose.ts'
import type { OpenConsole } from '../console/console-pages.ts'
import { createLog } from '../process/log.ts'

// The built pages are tested in another process; these tests check which project a page belongs to.
const openPages: OpenPages = async ({ publicOrigin, brand }) => ({
  assets: { has: () => false, serve: () => undefined },
  handle: async () => new Response(`page of ${brand().name} at ${publicOrigin}`),
})

const openConsole: OpenConsole = async ({ publicOrigin }) => ({
  assets: { has: () => false, serve: () => undefined },
  handle: async () => new Response(`page of the console at ${publicOrigin}`),
})

/** An answer, read. */
export interface Read {
  readonly status: number
  readonly headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  readonly body: any
}

/** Opens a gateway that does not listen, on a new data folder unless one is given. */
export async function openGateway(
  given: {
    readonly data?: string
    readonly environment?: Record<string, string>
    /** With the built console, instead of a placeholder. */
    readonly hasConsole?: boolean
    /** With the built account pages, likewise. */
    readonly hasPages?: boolean
  } = {},
) {
  const data = given.data ?? join(mkdtempSync(join(tmpdir(), 'gatehouse-projects-')), 'data')
  const lines: string[] = []
  const destination = new Writable({ write: (chunk, _, done) => (lines.push(String(chunk)), done()) })
  const database = testedDatabaseFor(data)
  const config = loadConfig({
    GATEHOUSE_DATA: data,
    ...(database !== undefined && { GATEHOUSE_DATABASE: database }),
    ...given.environment,
  })
  const gateway = await compose(config, {
    log: createLog('debug', destination),
    ...(given.hasPages === true ? {} : { openPages }),
    ...(given.hasConsole === true ? {} : { openConsole }),
  })
  gateway.start()
  const { installation, console: consoleEdge } = gateway
  if (installation === undefined || consoleEdge === undefined) throw new Error('the gateway has no control plane')
  const rootKey = readFileSync(join(data, 'workspace-api-key'), 'utf8').trim()

  async function read(answer: Response): Promise<Read> {
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true
    return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text }
  }

  function requestTo(url: string, init: RequestInit & { readonly json?: unknown } = {}): Request {
    const { json, ...rest } = init
    const headers = new Headers(rest.headers)
    headers.set('host', new URL(url).host)
    if (json !== undefined) headers.set('content-type', 'application/json')
    return new Request(url, { ...rest, headers, ...(json !== undefined && { body: JSON.stringify(json) }) })
  }

  /** Sends a request to the public listener; the host of the address selects the project. */
  const ask = async (url: string, init: RequestInit & { readonly json?: unknown } = {}): Promise<Read> =>
    read(await gateway.edge(requestTo(url, init), '192.0.2.7'))

  /** Calls the control plane with a key; the first one if none is given. */
  const control = async (method: string, path: string, json?: unknown, key = rootKey): Promise<Read> => {
    const init = { method, headers: { authorization: `Bearer ${key}` }, ...(json !== undefined && { json }) }
    return read(await consoleEdge(requestTo(`${config.consoleUrl.origin}${path}`, init), '192.0.2.7'))
  }

  /** Sends a request to the console's listener. */
  const askConsole = async (path: string, init: RequestInit & { readonly json?: unknown } = {}): Promise<Read> =>
    read(await consoleEdge(requestTo(`${config.consoleUrl.origin}${path}`, init), '192.0.2.7'))

  /** Sends a request to the admin listener. */
  const askAdmin = async (path: string, init: RequestInit & { readonly json?: unknown } = {}): Promise<Read> => {
    if (gateway.admin === undefined) throw new Error('the gateway has no admin listener')
    return read(await gateway.admin(requestTo(`${config.adminUrl.origin}${path}`, init)))
  }

  /** Registers a person at an origin and returns their session token. */
  async function register(origin: string, email: string): Promise<string> {
    const flow = (await ask(`${origin}/self-service/registration/api`)).body
    const answer = await ask(`${origin}/self-service/registration?flow=${flow.id}`, {
      method: 'POST',
      json: { method: 'password', password: 'a quite long sentence', traits: { email } },
    })
    if (answer.status !== 200) throw new Error(`registering was refused: ${JSON.stringify(answer.body)}`)
    return String(answer.body.session_token)
  }
  const whoami = (origin: string, token: string): Promise<Read> =>
    ask(`${origin}/sessions/whoami`, { headers: { 'x-session-token': token } })

  /** Creates a project and returns it with its origin. */
  async function createProject(name: string) {
    const { status, body } = await control('POST', '/projects', { name, environment: 'dev' })
    if (status !== 201) throw new Error(`the project was refused: ${JSON.stringify(body)}`)
    return { id: String(body.id), slug: String(body.slug), origin: `http://${body.slug}.localhost:4455`, body }
  }

  return {
    gateway,
    installation,
    consoleEdge,
    config,
    data,
    lines,
    rootKey,
    ask,
    askConsole,
    askAdmin,
    control,
    register,
    whoami,
    createProject,
    origin: config.publicUrl.origin,
  }
}

export type TestGateway = Awaited<ReturnType<typeof openGateway>>
