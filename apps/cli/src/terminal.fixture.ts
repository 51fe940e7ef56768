import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  freePorts,
  kratosProgram,
  layDatabase,
  startIdentityService,
  startKratos,
  testsBundle,
  type IdentityProcess,
} from '@gatehouse/testing/processes'
import { startMailbox } from '@gatehouse/testing/receivers'

/** The program as people start it. */
export const program = fileURLToPath(new URL('../bin/gatehouse.mjs', import.meta.url))

/** The program that a machine with the bundle starts. */
const bundled = fileURLToPath(new URL('../../../dist/gatehouse.js', import.meta.url))

/**
 * The time limit of a test, in milliseconds: every command is a separate process, which takes seconds to start on a
 * busy machine.
 */
export const timeoutMs = 180_000

const personSchema = (traits: object) => ({
  $id: 'https://gatehouse.example/person.json',
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties: {
    traits: {
      type: 'object',
      properties: {
        email: {
          type: 'string',
          format: 'email',
          'ory.sh/kratos': {
            credentials: { password: { identifier: true } },
            verification: { via: 'email' },
            recovery: { via: 'email' },
          },
        },
        ...traits,
      },
      required: 'phone' in traits ? [] : ['email'],
      additionalProperties: false,
    },
  },
})

const signingKeys = `base64://${Buffer.from(
  JSON.stringify({ keys: [{ kty: 'oct', alg: 'HS256', kid: 'a', k: randomBytes(32).toString('base64url') }] }),
).toString('base64')}`

/** Further settings of a test. */
export interface MoreConfiguration {
  readonly methods?: object
  readonly returnUrls?: readonly string[]
  /** The port of the public API; a free one by default. */
  readonly publicPort?: number
  /** Traits that people have besides their email, as properties of the schema. */
  readonly traits?: object
  /** Data source name; an SQLite file in the folder by default. */
  readonly dsn?: string
  /** The address of the mail server; without it, no mail leaves the outbox. */
  readonly smtp?: string
}

/** Returns a configuration of Kratos for a person at a terminal. */
export function configuration(folder: string, publicPort: number, adminPort: number, more: MoreConfiguration): object {
  return {
    dsn: more.dsn ?? `sqlite://${join(folder, 'identity.sqlite')}`,
    serve: {
      public: { base_url: `http://127.0.0.1:${publicPort}/`, host: '127.0.0.1', port: publicPort },
      admin: { base_url: `http://127.0.0.1:${adminPort}/`, host: '127.0.0.1', port: adminPort },
    },
    identity: {
      default_schema_id: 'person',
      schemas: [
        {
          id: 'person',
          url: `base64://${Buffer.from(JSON.stringify(personSchema(more.traits ?? {}))).toString('base64')}`,
        },
      ],
    },
    selfservice: {
      default_browser_return_url: 'http://127.0.0.1/',
      allowed_return_urls: more.returnUrls ?? [],
      methods: {
        password: { enabled: true, config: { haveibeenpwned_enabled: false } },
        code: { enabled: true },
        totp: { enabled: true, config: { issuer: 'Terminal' } },
        lookup_secret: { enabled: true },
        ...more.methods,
      },
      flows: {
        registration: { after: { password: { hooks: [{ hook: 'session' }] }, oidc: { hooks: [{ hook: 'session' }] } } },
        recovery: { enabled: true, use: 'code' },
        verification: { enabled: true, use: 'code' },
      },
    },
    ...(more.smtp !== undefined && { courier: { smtp: { connection_uri: more.smtp } } }),
    session: { whoami: { tokenizer: { templates: { app: { jwks_url: signingKeys } } } } },
    feature_flags: { use_continue_with_transitions: true },
    hashers: { algorithm: 'bcrypt', bcrypt: { cost: 4 } },
    secrets: {
      default: ['a-secret-of-at-least-16'],
      cookie: ['a-secret-of-at-least-16'],
      cipher: ['a-cipher-secret-of-32-characters'],
    },
  }
}

/** How a command ended. */
export interface Result {
  readonly code: number
  readonly output: string
  readonly complaint: string
}

/** Returns the command line of the program. */
export function commandLine(): readonly string[] {
  return [process.execPath, testsBundle() ? bundled : program]
}

/** Runs the program to its end; `input` is its standard input. */
export function run(
  folder: string,
  args: readonly string[],
  input = '',
  environment: Readonly<Record<string, string>> = {},
): Promise<Result> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env: { ...process.env, ...environment } }
    const [node = '', ...before] = commandLine()
    const child = execFile(node, [...before, ...args], options, (error, output, complaint) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output, complaint })
    })
    child.stdin?.end(`${input}\n`)
  })
}

/** A separate folder, and ports. */
interface Ground {
  readonly folder: string
  readonly publicPort: number
  readonly adminPort: number
}

/** TABLE: identity services that a person at a terminal signs in at. */
const engines = {
  async embedded({ folder, publicPort, adminPort }: Ground, more: MoreConfiguration): Promise<IdentityProcess> {
    const configFile = join(folder, 'kratos.yml')
    await writeFile(configFile, JSON.stringify(configuration(folder, publicPort, adminPort, more)))
    return startIdentityService({ configFile, dev: true, ...urls(publicPort, adminPort) })
  },
  async 'Ory Kratos 1.3.1'(
    { folder, publicPort, adminPort }: Ground,
    more: MoreConfiguration,
  ): Promise<IdentityProcess> {
    const configFile = join(folder, 'kratos.yml')
    const dsn = await layDatabase(kratosProgram, folder)
    const settings = configuration(folder, publicPort, adminPort, { ...more, dsn })
    // This version has no switch for it.
    await writeFile(configFile, JSON.stringify({ ...settings, feature_flags: {} }))
    return startKratos({ configFile, ...urls(publicPort, adminPort) })
  },
} as const

const urls = (publicPort: number, adminPort: number) => ({
  publicUrl: `http://127.0.0.1:${publicPort}`,
  adminUrl: `http://127.0.0.1:${adminPort}`,
})

/** One of them. */
export type TerminalEngine = keyof typeof engines

/** Returns the embedded service, and a real Ory Kratos if it can be built; with `CI=true` it has to be. */
export async function terminalEngines(): Promise<readonly TerminalEngine[]> {
  const missing = await kratosProgram.missing()
  if (missing === undefined) return ['embedded', 'Ory Kratos 1.3.1']
  if (process.env['CI'] === 'true') throw new Error(missing)
  console.error(`Not played at Ory Kratos: ${missing}`)
  return ['embedded']
}

/** Starts an identity service as a separate process, and creates a folder for a person at a terminal. */
export async function startForTerminal(more: MoreConfiguration = {}, engine: TerminalEngine = 'embedded') {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-cli-'))
  const [freePublicPort = 0, adminPort = 0] = await freePorts(2)
  const publicPort = more.publicPort ?? freePublicPort
  const mailbox = await startMailbox()
  const identity = await engines[engine]({ folder, publicPort, adminPort }, { smtp: mailbox.uri, ...more })
  const { publicUrl, adminUrl } = identity
  const admin = async (method: string, path: string, body?: object) => {
    const init = {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    }
    const answer = await fetch(`${adminUrl}/admin${path}`, init)
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
  }
  return {
    folder,
    publicUrl,
    adminUrl,
    admin,
    /** An account, its address proved on the word of an administrator; its id. */
    account: async (email: string, password: string): Promise<string> => {
      const made = await admin('POST', '/identities', {
        schema_id: 'person',
        traits: { email },
        credentials: { password: { config: { password } } },
        verifiable_addresses: [{ value: email, via: 'email', verified: true, status: 'completed' }],
      })
      if (made.status !== 201) throw new Error(JSON.stringify(made.body))
      return String(made.body.id)
    },
    /** The code of the next mail to an address. */
    codeFor: async (address: string): Promise<string> => {
      const { text } = await mailbox.next({ to: address, timeoutMs: 60_000 })
      return /\b\d{6}\b/.exec(text)?.[0] ?? ''
    },
    stop: async () => {
      await identity.stop()
      await mailbox.close()
      await rm(folder, { recursive: true })
    },
  }
}

export type TerminalService = Awaited<ReturnType<typeof startForTerminal>>
