import { generateKeyPairSync } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { parseIdentityConfig } from '@gatehouse/identity/configuration'
import { noLimits } from '@gatehouse/identity/testing'
import { createIdentityService } from '@gatehouse/identity/service'
import { openDatabase } from '@gatehouse/identity/database'
import { startMailbox, type Mailbox } from '@gatehouse/testing/receivers'
import { startOpenIdProvider, type OpenIdProvider } from '@gatehouse/testing/providers'
import { parse } from 'yaml'
import { isObject, type JsonObject } from '../run/json.ts'
import { startOAuth2Admin, type OAuth2Admin } from './oauth2-admin.ts'
import type { ReferenceProfile } from './recording.ts'

/** The origins of the recordings. No server listens there: requests are function calls. */
export const origins = {
  public: 'http://127.0.0.1:24433',
  admin: 'http://127.0.0.1:24434',
  pages: 'http://127.0.0.1:24455',
} as const

/** The origin of the pages with keys. */
export const keyOrigin = 'http://localhost:24455'

/** A separate embedded service for one recording, with its mailbox and its provider of accounts. */
export interface ReferenceStage {
  readonly send: (request: Request) => Promise<Response>
  readonly mailbox: Mailbox
  readonly provider: OpenIdProvider
  readonly oauth2: OAuth2Admin
  /** Time passes for the service, in milliseconds. */
  advance(milliseconds: number): void
  /** Waits until all mail that is due is out. */
  readonly settle: () => Promise<void>
  /** Unexpected failures: there should be none. */
  readonly failures: readonly string[]
  stop(): Promise<void>
}

/** Starts the service. `improves`: as with the built-in configuration; else as under an operator's own file. */
export async function startStage(profile: ReferenceProfile, improves = false): Promise<ReferenceStage> {
  const mailbox = await startMailbox()
  const callbacks = ['dummy', 'second'].map((id) => `${origins.public}/self-service/methods/oidc/callback/${id}`)
  const client = { clientId: 'cid', clientSecret: 'a-secret-between-client-and-provider', redirectUris: callbacks }
  const provider = await startOpenIdProvider([client])
  const oauth2 = await startOAuth2Admin(provider.issuer)
  const variables = { smtp: mailbox.uri, provider: provider.issuer, oauth2: oauth2.url, keys: signingKeys() }
  const { config } = await parseIdentityConfig(await readProfile(profile, variables), { improves })
  const failures: string[] = []
  // Passes only by `advance`: a flow that lives for a second is still there on a busy machine.
  let now = Date.now()
  const service = createIdentityService({
    config,
    database: openDatabase(config.dsn),
    limits: noLimits,
    clock: () => now,
    log: {
      debug: () => {},
      info: () => {},
      warn: () => {},
      error: (fields, text) => void failures.push(`${text} ${inspect(fields)}`),
    },
  })
  service.start()
  return {
    send: (request) => (request.url.startsWith(origins.admin) ? service.admin(request) : service.fetch(request)),
    mailbox,
    provider,
    oauth2,
    advance: (milliseconds) => {
      now += milliseconds
    },
    settle: () => service.idle(),
    failures,
    async stop() {
      await service.stop()
      await mailbox.close()
      await provider.stop()
      await oauth2.stop()
    },
  }
}

async function readProfile(profile: ReferenceProfile, variables: Readonly<Record<string, string>>) {
  const files = profile === 'main' ? ['main'] : ['main', profile]
  const trees = await Promise.all(
    files.map(async (name) => {
      const text = await readFile(new URL(`profiles/${name}.yml`, import.meta.url), 'utf8')
      const filled = text.replaceAll(/'\{(\w+)\}'/g, (whole, key: string) => JSON.stringify(variables[key] ?? whole))
      return toTree(parse(filled, { merge: true }))
    }),
  )
  const tree = trees.reduce(merge)
  const identity = toTree(tree['identity'])
  const schemas = Array.isArray(identity['schemas']) ? identity['schemas'].map(toTree) : []
  const located = await Promise.all(
    schemas.map(async (schema) => {
      const content = await readFile(new URL(`profiles/${String(schema['url'])}`, import.meta.url))
      return { ...schema, url: `base64://${content.toString('base64')}` }
    }),
  )
  return { ...tree, dev: true, cookies: { secure: true }, identity: { ...identity, schemas: located } }
}

function signingKeys(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const keys = [{ ...privateKey.export({ format: 'jwk' }), kid: 'tok1', alg: 'ES256', use: 'sig' }]
  return `base64://${Buffer.from(JSON.stringify({ keys })).toString('base64')}`
}

/** Mappings merge key by key; lists and scalars are replaced. */
function merge(below: JsonObject, above: JsonObject): JsonObject {
  const merged: Record<string, unknown> = { ...below }
  for (const [key, value] of Object.entries(above)) {
    const old = merged[key]
    merged[key] = isObject(old) && isObject(value) ? merge(old, value) : value
  }
  return merged
}

function toTree(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

function inspect(fields: object): string {
  const found: unknown = 'err' in fields ? fields.err : fields
  return found instanceof Error ? (found.stack ?? found.message) : JSON.stringify(found)
}
