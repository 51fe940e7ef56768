import { consoleLog } from '@gatehouse/platform/log'
import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { movableClock } from '@gatehouse/testing/devices'
import type { ProbedConnection } from '@gatehouse/contract/operators'

import { createMemoryBranding } from './branding/memory-branding.fixture.ts'
import { keptToContract } from './answers.fixture.ts'
import type { Principal } from './model/principal.ts'
import type { Operator } from './members/directory.ts'
import type {
  Applied,
  ConfigTree,
  HostedOrganization,
  HostedProject,
  ProjectAdmin,
  ProjectHost,
} from './model/project-host.ts'
import { createControlPlane, type ControlPlane, type ControlPlaneDeps } from './service.ts'
import { openTested } from './sql/tested-database.fixture.ts'

/** Creates a host that keeps its data in memory, and refuses configurations that request it. */
export function createMemoryHost(
  isRefused: (config: ConfigTree) => boolean,
  admin: ProjectAdmin['ask'] = async () => Response.json({ error: { code: 404 } }, { status: 404 }),
) {
  const running = new Map<string, HostedProject>()
  const organizations = new Map<string, readonly HostedOrganization[]>()
  const removed: string[] = []
  const probed: ProbedConnection[] = []
  /** Runs while a provider is probed. */
  const probing = { meanwhile: async (): Promise<unknown> => undefined }
  /** A document that fixes the configuration of the first project, and work that runs while it is read. */
  const fixing: { by: ConfigTree | undefined; meanwhile: () => Promise<unknown> } = {
    by: undefined,
    meanwhile: async () => undefined,
  }
  /** Runs before the host applies organizations. */
  const telling = { meanwhile: async (): Promise<unknown> => undefined }
  const run = (project: HostedProject): Applied => {
    const { dsn, ...config } = project.identityConfig ?? { session: { lifespan: '24h' } }
    if ('nonsense' in config || isRefused(config))
      return { kind: 'refused', faults: ['nonsense is unknown; check its spelling and position'] }
    running.set(project.id, project)
    if (project.isDefault && fixing.by) return { kind: 'applied', config: fixing.by, warnings: [], isFixed: true }
    const warnings = dsn === undefined ? [] : ['dsn belongs to the host and is left out']
    return { kind: 'applied', config, warnings, isFixed: false }
  }
  const { branding, sent } = createMemoryBranding()
  const host: ProjectHost = {
    branding,
    addressOf: ({ slug, isDefault }) => ({
      kind: 'address',
      url: new URL(isDefault ? 'http://localhost:4455' : `http://${slug}.localhost:4455`),
    }),
    open: async (project) => run(project),
    apply: async (project) => {
      const { meanwhile } = fixing
      fixing.meanwhile = async () => undefined
      await meanwhile()
      return run(project)
    },
    setOrganizations: async (projectId, list) => {
      await telling.meanwhile()
      organizations.set(projectId, await list())
    },
    adminOf: (projectId) =>
      running.has(projectId) ? { kind: 'embedded', ask: admin, readPublic: (path) => admin('GET', path) } : undefined,
    effectiveConfigOf: (projectId) =>
      running.has(projectId)
        ? {
            settings: { 'session.lifespan': { value: 86_400_000, origin: 'project' } },
            applications: { return_urls: [], cors_origins: [], session_tokens: [] },
          }
        : undefined,
    connectionsOf: (projectId) => {
      const project = running.get(projectId)
      if (project === undefined) return undefined
      const origin = `http://${project.slug}.localhost:4455`
      return {
        redirectUri: (organizationId, id) =>
          `${origin}/self-service/methods/oidc/organization/${organizationId}/callback/${id}`,
        signInAddress: (organizationId) => `${origin}/self-service/login/browser?organization=${organizationId}`,
        probe: async (connection) => {
          probed.push(connection)
          await probing.meanwhile()
          return connection.issuerUrl?.includes('faulty') === true
            ? { kind: 'faulty', fault: 'wrong_issuer', said: 'https://right.example' }
            : { kind: 'sound', issuer: connection.issuerUrl ?? '' }
        },
      }
    },
    publish: async () => {},
    close: async (id) => void running.delete(id),
    remove: async ({ id }, list) => {
      running.delete(id)
      organizations.set(id, list)
      removed.push(id)
      return { exportedTo: `exports/${id}` }
    },
  }
  return { host, running, organizations, removed, probed, probing, fixing, telling, sentMails: sent }
}

/** An answer, read. */
export interface Read {
  readonly status: number
  readonly headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  readonly body: any
}

/** Creates a new control plane, as after a first start. */
export async function createTestControlPlane(
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-control-')),
  given: Partial<
    Pick<ControlPlaneDeps, 'eventsOf' | 'delivery' | 'linkSecret' | 'remote' | 'provesOwners' | 'startTimeoutMs'>
  > & {
    /** Configurations that the host refuses, beside those with a key `nonsense`. */
    readonly isRefused?: (config: ConfigTree) => boolean
    /** Default: true. Otherwise another process opens the projects, delivers events and does jobs. */
    readonly worksInBackground?: boolean
    /** Runs before the host opens a project. */
    readonly opening?: (project: HostedProject) => Promise<unknown>
    /** The admin API of every project. */
    readonly admin?: ProjectAdmin['ask']
  } = {},
) {
  const { isRefused = () => false, opening, admin, worksInBackground = true, ...options } = given
  const people = new Map<string, Operator>()
  const failures: unknown[] = []
  const memory = createMemoryHost(isRefused, admin)
  if (opening) memory.host.open = async (project) => opening(project).then(() => memory.host.apply(project))
  const clock = movableClock()
  const keyFile = join(folder, 'workspace-api-key')
  const database = openTested(join(folder, 'control-plane.sqlite'))
  const opened = createControlPlane({
    database,
    host: memory.host,
    operators: {
      find: async (identityId) => people.get(identityId),
      findAll: async (ids) => ids.flatMap((id) => people.get(id) ?? []),
    },
    firstStart: { name: 'Gatehouse', keyFile, environment: 'dev' },
    linkSecret: 'a secret of thirty-two characters',
    clock,
    ...options,
    log: { ...consoleLog, warn: () => {}, error: (fields, text) => void failures.push({ fields, text }) },
  })
  // Every answer of a test is checked against the contract.
  const plane: ControlPlane = {
    ...opened,
    fetch: async (asked) => keptToContract(asked, await opened.fetch(asked)),
    fetchAs: (principal) => async (asked) => keptToContract(asked, await opened.fetchAs(principal)(asked)),
  }
  const firstKey = await plane.firstStart()
  await plane.openProjects()
  if (worksInBackground) {
    await plane.reconcile()
    plane.background.start()
  }
  const rootKey = readFileSync(keyFile, 'utf8').trim()

  async function read(answer: Response): Promise<Read> {
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.startsWith('application/json;') === true
    return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text }
  }
  const request = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    new Request(`http://localhost:4456${path}`, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  /** Calls with a key; the first one if none is given. */
  const call = async (method: string, path: string, body?: unknown, key = rootKey, headers = {}): Promise<Read> =>
    read(await plane.fetch(request(method, path, body, { authorization: `Bearer ${key}`, ...headers })))
  /** Calls as a principal. */
  const callAs = async (principal: Principal, method: string, path: string, body?: unknown): Promise<Read> =>
    read(await plane.fetchAs(principal)(request(method, path, body)))

  /** Adds a person to the operators' identity service. */
  function person(email: string, isVerified = true): Extract<Principal, { kind: 'operator' }> {
    const identityId = crypto.randomUUID()
    const addresses = [{ value: email, verified: isVerified }]
    people.set(identityId, { identityId, email, emailVerified: isVerified, addresses, name: email.split('@')[0] ?? '' })
    return { kind: 'operator', identityId }
  }
  function change(identityId: string, changed: (operator: Operator) => Partial<Operator>): void {
    const operator = people.get(identityId)
    if (operator) people.set(identityId, { ...operator, ...changed(operator) })
  }
  /** Verifies every address of a person. */
  const verify = (identityId: string) =>
    change(identityId, ({ addresses }) => ({
      emailVerified: true,
      addresses: addresses.map((address) => ({ ...address, verified: true })),
    }))
  const addAddress = (identityId: string, address: Operator['addresses'][number]) =>
    change(identityId, ({ addresses }) => ({ addresses: [...addresses, address] }))
  const { workspaces } = (await call('GET', '/workspaces')).body
  const projects: { id: string; hosts: string[] }[] = (await call('GET', '/projects')).body
  return {
    plane,
    clock,
    failures,
    folder,
    firstKey,
    keyFile,
    keyFileMode: statSync(keyFile).mode & 0o777,
    rootKey,
    call,
    callAs,
    request,
    person,
    verify,
    addAddress,
    people,
    ...memory,
    workspaceId: String(workspaces[0].id),
    projectId: projects.find(({ hosts }) => hosts[0] === 'localhost:4455')?.id ?? '',
  }
}

export type TestControlPlane = Awaited<ReturnType<typeof createTestControlPlane>>
