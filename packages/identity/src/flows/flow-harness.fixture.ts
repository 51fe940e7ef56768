import type { EventActor } from '@gatehouse/contract/events'
import { templateNameOf, type CourierMessage } from '@gatehouse/contract/identities'
import type { LanguageCode } from '@gatehouse/i18n/languages'
import { text, type Database } from '@gatehouse/platform/database'
import { createVisitor } from '@gatehouse/testing/browser'
import { movableClock } from '@gatehouse/testing/devices'
import { emailTrait, identityPart, schemaOf } from '@gatehouse/testing/journeys'
import type { ConfigTree } from '../configuration/unsupported.ts'
import type { EventPolicy } from '../stores.ts'
import type { LimitPolicy } from '../limits/policy.ts'
import { parseIdentityConfig } from '../load-configuration.ts'
import { createIdentityService, type IdentityServiceDeps } from '../service.ts'
import { unpackedFlow } from '../sql/flow-store.ts'
import { createOrganizationStore } from '../sql/organization-store.ts'
import { openTested } from '../sql/tested-database.fixture.ts'

/** The public address of the service under test, and of the pages that use it. */
export const service = 'http://id.example.test'
export const pages = 'http://app.example.test'
export const goodPassword = 'correct-Horse-battery-9'

/** A flow, error or result as tests read it. */
export interface Answer {
  readonly status: number
  readonly location: string | null
  readonly cookies: readonly string[]
  readonly headers: Headers
  // Tests read every kind of answer and check the exact shape themselves.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

const person = schemaOf(
  {
    email: emailTrait('Email'),
    backup: { type: 'string', format: 'email', 'ory.sh/kratos': { recovery: { via: 'email' } } },
    phone: { type: 'string', format: 'tel', 'ory.sh/kratos': { recovery: { via: 'sms' } } },
    name: { type: 'object', properties: { first: { type: 'string', title: 'First name' } } },
    age: { type: 'integer', title: 'Age', minimum: 18 },
    news: { type: 'boolean', title: 'News' },
  },
  { $schema: 'http://json-schema.org/draft-07/schema#' },
)

const after = (...names: string[]) => ({ after: { hooks: names.map((hook) => ({ hook })) } })

function configuration(): ConfigTree {
  const page = (name: string) => ({ ui_url: `${pages}/${name}` })
  return {
    dsn: 'memory',
    dev: true,
    serve: { public: { base_url: service }, admin: { base_url: 'http://admin.example.test' } },
    identity: identityPart('person', person),
    hashers: { algorithm: 'bcrypt', bcrypt: { cost: 4 } },
    secrets: {
      default: ['a-default-secret-for-tests'],
      cookie: ['a-cookie-secret-for-the-tests'],
      cipher: ['a-cipher-secret-of-32-characters'],
    },
    selfservice: {
      default_browser_return_url: `${pages}/`,
      allowed_return_urls: [pages, 'https://*.friend.test/in', 'native://done'],
      methods: {
        password: { config: { haveibeenpwned_enabled: false } },
        code: { enabled: true, passwordless_enabled: true },
      },
      flows: {
        error: page('error'),
        login: page('login'),
        registration: { ...page('registration'), style: 'unified', ...after('session', 'show_verification_ui') },
        settings: { ...page('settings'), privileged_session_max_age: '15m' },
        recovery: { ...page('recovery'), enabled: true },
        verification: { ...page('verification'), enabled: true },
      },
    },
  }
}

export interface HarnessOptions {
  readonly limits?: LimitPolicy
  readonly dsn?: string
  /** True if the service answers better than Ory Kratos. Default: true. */
  readonly improves?: boolean
  /** The time for which remembered browsers skip the second factor. */
  readonly rememberDeviceMs?: number
  readonly sessionIdle?: IdentityServiceDeps['sessionIdle']
  readonly messageBrand?: IdentityServiceDeps['messageBrand']
  readonly methods?: NonNullable<IdentityServiceDeps['methods']>
  readonly isShared?: NonNullable<IdentityServiceDeps['isShared']>
  /** Wraps the database to record its queries, or takes another one. */
  readonly observe?: (database: Database) => Database
}

/** Creates a service in memory with visitors, a clock and an outbox. `overrides` is merged into its configuration. */
export async function createHarness(
  overrides: ConfigTree = {},
  fetch?: typeof globalThis.fetch,
  events: EventPolicy = {},
  { limits, dsn = 'memory', improves = true, observe = (database) => database, ...times }: HarnessOptions = {},
) {
  const clock = movableClock()
  const { config, warnings: configurationWarnings } = await parseIdentityConfig(configuration(), {
    overrides,
    improves,
  })
  const errors: unknown[] = []
  const warnings: string[] = []
  const pauses: number[] = []
  const database = observe(openTested(dsn))
  const identity = createIdentityService({
    config,
    database,
    clock,
    pause: async (milliseconds) => void pauses.push(milliseconds),
    log: {
      debug: () => {},
      info: () => {},
      warn: (_fields, text) => void warnings.push(text),
      error: (...entry) => void errors.push(entry),
    },
    ...(fetch && { fetch }),
    events,
    ...(limits && { limits }),
    ...times,
  })

  async function admin(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
    actor?: EventActor,
  ): Promise<Answer> {
    const init = {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }
    return read(await identity.admin(new Request(`http://admin.example.test/admin${path}`, init), actor))
  }

  return {
    clock,
    /** Warnings that the service logged, oldest first. */
    warnings,
    /** Warnings about its configuration. */
    configurationWarnings,
    /** The pauses of the service before its retries, in milliseconds; no test waits. */
    pauses,
    events: identity.events,
    /** The mails of the service, for operators. */
    mails: identity.mails,
    /** Every stored row of a table, as one text. */
    rows: async (
      table:
        | 'identities'
        | 'flows'
        | 'courier_messages'
        | 'continuity_containers'
        | 'spent_allowances'
        | 'remembered_devices'
        | 'pending_address_changes',
    ): Promise<string> => {
      const rows = await database.prepare(`SELECT * FROM ${table}`).all()
      // A search has to find the contents of packed flows as well.
      const shown =
        table === 'flows' ? rows.map((row) => ({ ...row, document: unpackedFlow(text(row, 'document')) })) : rows
      return JSON.stringify(shown)
    },
    config,
    /** Organizations in addition to those of the configuration. */
    organizations: createOrganizationStore(database),
    admin,
    /** Stops the service. Throws if it logged an internal error: no request may cause one. */
    async stop(): Promise<void> {
      await identity.stop()
      if (errors.length > 0) throw new Error(`the service failed: ${JSON.stringify(errors)}`, { cause: errors[0] })
    },
    /** Starts or resumes the background work. */
    start: () => identity.start(),
    idle: () => identity.idle(),
    inviteOperator: (email: string, language?: LanguageCode) =>
      identity.inviteOperator({ email, link: `${pages}/invitation`, minutes: 60, ...(language && { language }) }),
    /** Creates a browser with its own cookies. */
    browser: () => createBrowser((request) => identity.fetch(request)),
    /** Creates a native app. */
    app: () => createApp((request) => identity.fetch(request)),
    raw: (request: Request) => identity.fetch(request),
    /** Creates an account with a password. */
    async account(email: string, extra: Readonly<Record<string, unknown>> = {}): Promise<string> {
      const credentials = { password: { config: { password: goodPassword } } }
      const made = await admin('POST', '/identities', { schema_id: 'person', traits: { email }, credentials, ...extra })
      if (made.status !== 201) throw new Error(`no account: ${JSON.stringify(made.body)}`)
      return String(made.body.id)
    },
    /** Returns the messages sent to an address, newest first. */
    async messagesTo(address: string): Promise<readonly (CourierMessage & { readonly template: string })[]> {
      const listed: readonly CourierMessage[] = (
        await admin('GET', `/courier/messages?recipient=${encodeURIComponent(address)}`)
      ).body
      return listed.map((message) => ({ ...message, template: templateNameOf(message) }))
    },
    /** Returns the code of the newest message with one to an address. */
    async codeFor(address: string): Promise<string> {
      const codes = (await this.messagesTo(address)).map(({ body }) => /\b\d{6}\b/.exec(body)?.[0])
      const code = codes.find((digits) => digits !== undefined)
      if (code === undefined) throw new Error(`no code was sent to ${address}`)
      clock.advance(1)
      return code
    },
  }
}

export type Harness = Awaited<ReturnType<typeof createHarness>>
export type Browser = ReturnType<typeof createBrowser>

type Send = (request: Request) => Promise<Response>

const html = 'text/html,application/xhtml+xml,*/*;q=0.8'

function createBrowser(send: Send) {
  const visitor = createVisitor(send)
  const call = async (path: string, init: RequestInit): Promise<Answer> =>
    read(await visitor.fetch(new URL(path, service), init))
  return {
    visitor,
    /** Sends a GET as a script. */
    ask: (path: string) => call(path, { headers: { accept: 'application/json' } }),
    /** Sends a GET as a browser that navigates. */
    go: (path: string) => call(path, { headers: { accept: html } }),
    /** Submits a flow as a script: the token of the flow is added. */
    async send(flow: { ui: { action: string } }, fields: Readonly<Record<string, unknown>>) {
      return call(flow.ui.action, {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify({ csrf_token: tokenOf(flow), ...fields }),
      })
    },
    /** Submits a flow as an HTML form. */
    async post(flow: { ui: { action: string } }, fields: Readonly<Record<string, string>>) {
      return call(flow.ui.action, {
        method: 'POST',
        headers: { accept: html, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ csrf_token: tokenOf(flow), ...fields }).toString(),
      })
    },
    async signIn(email: string, password = goodPassword): Promise<Answer> {
      const flow = (await this.ask('/self-service/login/browser')).body
      return this.send(flow, { method: 'password', identifier: email, password })
    },
    whoami: () => call('/sessions/whoami', { headers: { accept: 'application/json' } }),
  }
}

function createApp(send: Send) {
  const call = async (path: string, init: RequestInit): Promise<Answer> =>
    read(await send(new Request(new URL(path, service), { redirect: 'manual', ...init })))
  const headersOf = (token?: string) => ({
    accept: 'application/json',
    ...(token !== undefined && { 'x-session-token': token }),
  })
  return {
    ask: (path: string, token?: string) => call(path, { headers: headersOf(token) }),
    send: (flow: { ui: { action: string } }, fields: unknown, token?: string) =>
      call(flow.ui.action, {
        method: 'POST',
        headers: { ...headersOf(token), 'content-type': 'application/json' },
        body: JSON.stringify(fields),
      }),
    async signIn(email: string, password = goodPassword): Promise<Answer> {
      const flow = (await this.ask('/self-service/login/api')).body
      return this.send(flow, { method: 'password', identifier: email, password })
    },
  }
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  const { status, headers } = response
  return {
    status,
    headers,
    location: headers.get('location'),
    cookies: headers.getSetCookie().map((cookie) => cookie.slice(0, cookie.indexOf('='))),
    body: isJson && text !== '' ? JSON.parse(text) : text,
  }
}

/** Returns the form's nodes by name, without buttons. */
export function field(flow: Answer['body'], name: string) {
  return flow.ui.nodes.find(
    (node: { attributes: { name?: string; type?: string } }) =>
      node.attributes.name === name && node.attributes.type !== 'submit',
  )
}

/** `name=value` of every submit button. */
export function buttons(flow: Answer['body']): string[] {
  return flow.ui.nodes
    .filter((node: { attributes: { type?: string } }) => node.attributes.type === 'submit')
    .map(
      (node: { attributes: { name: string; value: unknown } }) =>
        `${node.attributes.name}=${String(node.attributes.value)}`,
    )
}

/** Returns the ids of the form's messages. */
export function messages(flow: Answer['body']): number[] {
  return (flow.ui.messages ?? []).map(({ id }: { id: number }) => id)
}

/** Returns the ids of one field's messages. */
export function messagesAt(flow: Answer['body'], name: string): number[] {
  return (field(flow, name)?.messages ?? []).map(({ id }: { id: number }) => id)
}

export function tokenOf(flow: Answer['body']): string {
  return String(field(flow, 'csrf_token')?.attributes.value ?? '')
}
