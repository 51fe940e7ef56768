import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePorts, startIdentityService, testsBundle } from '@gatehouse/testing/processes'

/** The program as people start it. */
export const program = fileURLToPath(new URL('../bin/gatehouse.mjs', import.meta.url))

/** What a machine with the bundle starts. */
const bundled = fileURLToPath(new URL('../../../dist/gatehouse.js', import.meta.url))

/** Every command is a process of its own, and on a busy machine each takes seconds to start. In milliseconds, for a test. */
export const patience = 180_000

const personSchema = {
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
      },
      required: ['email'],
      additionalProperties: false,
    },
  },
}

/** What a test needs besides. */
export interface MoreConfiguration {
  readonly methods?: object
  readonly returnUrls?: readonly string[]
  /** Where the public API listens; a free port by default. */
  readonly publicPort?: number
}

function configuration(folder: string, publicPort: number, adminPort: number, more: MoreConfiguration): object {
  return {
    dsn: `sqlite://${join(folder, 'identity.sqlite')}`,
    serve: {
      public: { base_url: `http://127.0.0.1:${publicPort}/`, host: '127.0.0.1', port: publicPort },
      admin: { base_url: `http://127.0.0.1:${adminPort}/`, host: '127.0.0.1', port: adminPort },
    },
    identity: {
      default_schema_id: 'person',
      schemas: [{ id: 'person', url: `base64://${Buffer.from(JSON.stringify(personSchema)).toString('base64')}` }],
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

/** Runs the program to its end; `input` is what its standard input holds. */
export function run(
  folder: string,
  args: readonly string[],
  input = '',
  environment: Readonly<Record<string, string>> = {},
): Promise<Result> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env: { ...process.env, ...environment } }
    const child = execFile(
      process.execPath,
      [testsBundle() ? bundled : program, ...args],
      options,
      (error, output, complaint) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, output, complaint })
      },
    )
    child.stdin?.end(`${input}\n`)
  })
}

/** An embedded service as a process of its own, and a folder for a person at a terminal. */
export async function startForTerminal(more: MoreConfiguration = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-cli-'))
  const [freePublicPort = 0, adminPort = 0] = await freePorts(2)
  const publicPort = more.publicPort ?? freePublicPort
  const configFile = join(folder, 'kratos.yml')
  await writeFile(configFile, JSON.stringify(configuration(folder, publicPort, adminPort, more)))
  const identity = await startIdentityService({
    configFile,
    dev: true,
    publicUrl: `http://127.0.0.1:${publicPort}`,
    adminUrl: `http://127.0.0.1:${adminPort}`,
  })
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
    /** The code of the newest mail to an address. */
    codeFor: async (address: string): Promise<string> => {
      const { body } = await admin('GET', `/courier/messages?recipient=${encodeURIComponent(address)}`)
      return /\b\d{6}\b/.exec(body[0]?.body ?? '')?.[0] ?? ''
    },
    stop: async () => {
      await identity.stop()
      await rm(folder, { recursive: true })
    },
  }
}

export type TerminalService = Awaited<ReturnType<typeof startForTerminal>>
