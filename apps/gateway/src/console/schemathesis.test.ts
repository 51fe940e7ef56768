import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { operations } from '@gatehouse/contract/control-plane'
import { startGateway, runSchemathesis, schemathesis, type GatewayProcess } from '@gatehouse/testing/processes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const missing = await schemathesis.missing()
if (missing !== undefined) {
  if (process.env['CI'] === 'true') throw new Error(missing)
  process.stderr.write(`${missing}\n`)
}

/** The duration, which `SCHEMATHESIS_SECONDS` extends; another `SCHEMATHESIS_SEED` sends other requests. */
const seconds = Number(process.env['SCHEMATHESIS_SECONDS'] ?? 30)
const seed = Number(process.env['SCHEMATHESIS_SEED'] ?? 1)

interface Parameter {
  readonly name: string
  readonly in: string
  schema: unknown
}
interface Document {
  readonly paths: Record<string, Record<string, { readonly operationId: string; parameters?: Parameter[] }>>
}
/** The existing ids by the name of the parameter: any other id ends at 404. */
type Known = Readonly<Record<string, string>>

/** TABLE: the meanings of `id` and `flow`, by their path. */
const meanings = [
  [/\/identities\/\{id\}/, 'identity_id'],
  [/\/sessions\/\{id\}/, 'session_id'],
  [/\/self-service\/login(?:\/flows)?$/, 'login_flow'],
  [/\/self-service\/registration(?:\/flows)?$/, 'registration_flow'],
  [/\/self-service\/recovery(?:\/flows)?$/, 'recovery_flow'],
  [/\/self-service\/verification(?:\/flows)?$/, 'verification_flow'],
  [/\/self-service\/settings(?:\/flows)?$/, 'settings_flow'],
] as const

function nameAt(path: string, { name }: Parameter): string {
  if (name !== 'id' && name !== 'flow') return name
  return meanings.find(([pattern]) => pattern.test(path))?.[1] ?? name
}

/**
 * Restricts bodies that name a person's schema to the existing one and its traits. An answer, which has the time of a
 * person's creation, may contain any.
 */
function withPeople(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    const isShape = key === 'properties' && typeof inner === 'object' && inner !== null
    if (isShape && 'schema_id' in inner && !('created_at' in inner)) {
      const email = { type: 'string', format: 'email', maxLength: 60 }
      const traits = { type: 'object', properties: { email }, required: ['email'] }
      Object.assign(inner, { schema_id: { type: 'string', enum: ['person'] }, ...('traits' in inner && { traits }) })
    }
    withPeople(inner)
  }
}

/** Operations that delete the subjects of all others. They run last. */
const ending = [
  'setProject',
  'patchProject',
  'patchProjectWithRevision',
  'deleteOrganization',
  'deleteEventStream',
  'deleteIdentity',
  'deleteIdentitySessions',
  'disableSession',
]
/** These would delete the project of all other operations. */
const never = ['purgeProject', 'purgeProjectConfirmed']
const endingOwn = ['deleteOwnAccount', 'performNativeLogout', 'disableMySession']

describe.skipIf(missing !== undefined)(
  'whatever an OpenAPI document allows, or forbids, answers are as it says, and none of 5xx',
  () => {
    let gateway: GatewayProcess
    let key = ''
    beforeAll(async () => {
      gateway = await startGateway({ environment: { LOG_LEVEL: 'error' } })
      key = (await readFile(join(gateway.dataFolder, 'workspace-api-key'), 'utf8')).trim()
    })
    afterAll(() => gateway.stop())

    /** Returns the body of a 2xx answer; any other answer ends the run. */
    async function made(url: string, init: RequestInit = {}) {
      const headers = new Headers(init.headers)
      headers.set('content-type', 'application/json')
      const answer = await fetch(url, { ...init, headers })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`)
      return JSON.parse(text)
    }
    const posted = (body: unknown) => ({ method: 'POST', body: JSON.stringify(body) })

    /** Registers a person, and returns the ids that the paths and queries of the identity API can name. */
    async function signedIn(email: string) {
      const { id: flow } = await made(`${gateway.origin}/self-service/registration/api`)
      const account = { method: 'password', password: 'a quite long sentence', traits: { email } }
      const { session, session_token: token } = await made(
        `${gateway.origin}/self-service/registration?flow=${flow}`,
        posted(account),
      )
      return { token, known: { identity_id: session.identity.id, session_id: session.id } }
    }

    async function documentAt(path: string, known: Known) {
      const document: Document = await (await fetch(gateway.consoleOrigin + path)).json()
      withPeople(document)
      for (const [path, item] of Object.entries(document.paths)) {
        for (const operation of Object.values(item)) {
          // An answer that waits for the next event would use all of the time up.
          const parameters = (operation.parameters ?? []).filter(({ name }) => name !== 'wait_seconds')
          operation.parameters = parameters
          for (const parameter of parameters) {
            const value = known[nameAt(path, parameter)]
            if (value !== undefined) parameter.schema = { type: 'string', enum: [value] }
          }
        }
      }
      return document
    }

    /** A busy machine sends too few requests in the usual time: then it gets more time. */
    async function patiently(run: Parameters<typeof runSchemathesis>[0], enough: number) {
      for (const times of [1, 3]) {
        const result = await runSchemathesis({ ...run, seconds: run.seconds * times })
        if (result.failures !== '' || result.sent >= enough) return result
      }
      return runSchemathesis({ ...run, seconds: run.seconds * 9 })
    }

    /** Runs all operations of a document, the deleting ones last; returns the operations that answered 2xx. */
    async function played(document: Document, run: { url: string; headers: Record<string, string>; seconds: number }) {
      const last = [...ending, ...endingOwn]
      const rest = Object.values(document.paths).flatMap((item) =>
        Object.values(item).map(({ operationId }) => operationId),
      )
      const first = await patiently({ ...run, document, without: [...last, ...never], seed }, rest.length)
      const closing = { ...run, seconds: Math.max(5, Math.ceil(run.seconds / 6)), document, seed }
      const second = await runSchemathesis({ ...closing, without: rest.filter((id) => !last.includes(id)) })
      expect(first.failures + second.failures).toBe('')
      const reached = new Set([...first.reached, ...second.reached])
      const amount = `${reached.size} of ${rest.length} operations answered 2xx`
      process.stderr.write(`${run.url}: ${amount}, ${first.sent + second.sent} requests\n`)
      return { reached: [...reached], sent: first.sent + second.sent, operations: rest.length }
    }

    test('of the control plane @schemathesis-1', { timeout: (seconds * 20 + 300) * 1_000 }, async () => {
      const authorization = `Bearer ${key}`
      const headers = { authorization, 'x-audit-reason': 'schemathesis' }
      const ask = (path: string, init: RequestInit = {}) => made(gateway.consoleOrigin + path, { ...init, headers })
      const [project] = await ask('/projects')
      const organization = await ask(`/projects/${project.id}/organizations`, posted({ label: 'Acme' }))
      const stream = await ask(
        `/projects/${project.id}/eventstreams`,
        posted({ type: 'https', https_endpoint: 'https://events.example.org/' }),
      )
      const person = await signedIn('ada@example.org')
      const known = {
        ...person.known,
        workspace: project.workspace_id,
        project: project.id,
        project_id: project.id,
        organization_id: organization.id,
        event_stream_id: stream.id,
        revision_id: (await ask(`/projects/${project.id}`)).revision_id,
      }
      const document = await documentAt('/openapi.json', known)
      const { reached, sent } = await played(document, { url: gateway.consoleOrigin, headers, seconds })
      // At least once each.
      expect(sent).toBeGreaterThanOrEqual(Object.keys(operations).length - 5)
      expect(reached).toEqual(expect.arrayContaining(['getProject', 'getEventStream']))
    })

    test(
      'of the identity service, on both listeners @schemathesis-2',
      { timeout: (seconds * 20 + 300) * 1_000 },
      async () => {
        const person = await signedIn('grace.h@example.org')
        const started = { headers: { 'x-session-token': person.token } }
        const flows: Record<string, string> = {}
        for (const kind of ['login', 'registration', 'recovery', 'verification', 'settings']) {
          const init = kind === 'settings' ? started : {}
          flows[`${kind}_flow`] = (await made(`${gateway.origin}/self-service/${kind}/api`, init)).id
        }
        const document = await documentAt('/openapi/identity.json', { ...person.known, ...flows })
        const part = (isAdmin: boolean): Document => ({
          ...document,
          paths: Object.fromEntries(
            Object.entries(document.paths).filter(([path]) => path.startsWith('/admin/') === isAdmin),
          ),
        })
        const own = await played(part(false), {
          url: gateway.origin,
          headers: { 'x-session-token': person.token },
          seconds: Math.ceil(seconds / 2),
        })
        expect(own.reached).toEqual(
          expect.arrayContaining(['toSession', 'listMySessions', 'getLoginFlow', 'getOwnData']),
        )
        const admin = await played(part(true), {
          url: gateway.adminOrigin,
          headers: {},
          seconds: Math.ceil(seconds / 2),
        })
        expect(admin.reached).toEqual(expect.arrayContaining(['listIdentities', 'getIdentity', 'listSessions']))
        expect(Math.min(own.sent, admin.sent)).toBeGreaterThan(15)
      },
    )
  },
)
