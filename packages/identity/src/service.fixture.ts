import { parseIdentityConfig } from './load-configuration.ts'
import type { ConfigTree } from './configuration/unsupported.ts'
import { personDocument } from './identities/schema.fixture.ts'
import { createIdentityService, type IdentityServiceDeps } from './service.ts'
import { openTested } from './sql/tested-database.fixture.ts'

const schemaUrl = `base64://${Buffer.from(JSON.stringify(personDocument)).toString('base64')}`

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON; `undefined` when it is none. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of every shape
  readonly body: any
}

export interface Call {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

/** Creates a real service over a database in memory, called without a port. Hashes are cheap; the clock is fixed. */
export async function createTestService(
  overrides: ConfigTree = {},
  deps: Pick<IdentityServiceDeps, 'rememberDeviceMs' | 'fetch' | 'limits'> = {},
) {
  const { config } = await parseIdentityConfig(
    {
      dsn: 'memory',
      serve: {
        public: { base_url: 'https://auth.example.org' },
        admin: { base_url: 'http://127.0.0.1:4434' },
      },
      identity: { schemas: [{ id: 'default', url: schemaUrl }] },
      secrets: { default: ['a-secret-of-sixteen'] },
      hashers: { algorithm: 'bcrypt', bcrypt: { cost: 4 } },
      selfservice: { methods: { password: { config: { haveibeenpwned_enabled: false } } } },
    },
    { overrides },
  )
  const database = openTested(config.dsn)
  const clock = { now: Date.parse('2026-11-21T12:00:00Z') }
  const failures: object[] = []
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: (fields: object) => void failures.push(fields) }
  const service = createIdentityService({ ...deps, config, database, clock: () => clock.now, log })
  const call = async (base: string, send: (request: Request) => Promise<Response>, path: string, options: Call) => {
    const body = typeof options.body === 'string' ? options.body : JSON.stringify(options.body)
    const request = new Request(base + path, {
      method: options.method ?? 'GET',
      headers: { accept: 'application/json', ...(options.body !== undefined && json), ...options.headers },
      ...(options.body !== undefined && { body }),
    })
    return answerOf(await send(request))
  }
  return {
    config,
    database,
    service,
    clock,
    /** Unexpected errors: there should be none. */
    failures,
    fetch: (path: string, options: Call = {}) => call('https://auth.example.org', service.fetch, path, options),
    admin: (path: string, options: Call = {}) => call('http://127.0.0.1:4434', service.admin, path, options),
  }
}

export type TestService = Awaited<ReturnType<typeof createTestService>>

const json = { 'content-type': 'application/json' }

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text()
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    body = undefined
  }
  return { status: response.status, headers: response.headers, text, body }
}

/** Creates an account with the password "correct horse" through the admin API; returns its id. */
export async function createAccount(test: TestService, email: string): Promise<string> {
  const credentials = { password: { config: { password: 'correct horse' } } }
  const body = { schema_id: 'default', traits: { email }, credentials }
  const answer = await test.admin('/admin/identities', { method: 'POST', body })
  if (answer.status !== 201) throw new Error(answer.text)
  return String(answer.body.id)
}

/** Signs in as a native app does; returns the session token. */
export async function signIn(
  test: TestService,
  identifier: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const flow = await test.fetch('/self-service/login/api')
  const body = { method: 'password', identifier, password: 'correct horse' }
  const answer = await test.fetch(`/self-service/login?flow=${flow.body.id}`, { method: 'POST', body, headers })
  if (answer.status !== 200) throw new Error(answer.text)
  return String(answer.body.session_token)
}
