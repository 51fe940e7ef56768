import { Configuration, EventsApi, ProjectApi, WorkspaceApi, type JsonPatch } from '@ory/client-fetch'
import { expect } from 'vitest'
import { listen } from '../../process/listen.ts'
import { openGateway } from '../gateway.fixture.ts'

/** The field's client with a key, over the network. */
export function clientAt(basePath: string, accessToken: string) {
  const configuration = new Configuration({ basePath, accessToken })
  return {
    projects: new ProjectApi(configuration),
    workspaces: new WorkspaceApi(configuration),
    events: new EventsApi(configuration),
  }
}
export type Client = ReturnType<typeof clientAt>

/** The test calls of an operation. */
export interface Walk {
  /** A call that succeeds with the contents of `answers`. */
  readonly valid: (client: Client, harness: ClientHarness) => Promise<unknown>
  readonly answers: unknown
  /** A call with an unknown id, or with an invalid body. */
  readonly missing: (harness: ClientHarness) => Promise<unknown>
  readonly status?: number
  /** The lowest role that may call it. A viewer is refused if it is not `viewer`. */
  readonly from: 'viewer' | 'developer' | 'owner'
}
export type Walks = Readonly<Record<string, Walk>>

/** The id of nothing. */
export const unknownId = '2f1d7c9e-3c31-4f57-8d25-7f0b4e1f0a11'
export const rename: JsonPatch[] = [{ op: 'replace', path: '/name', value: 'Shop' }]
export const linkBody = { enable_scim: false, enable_sso: true }
export const later = new Date('2100-01-01T00:00:00Z')
export const anything: unknown = expect.anything()

/** A gateway that listens, with a project that has one of everything, and clients with keys of three kinds. */
export async function openClientHarness() {
  const gateway = await openGateway({ environment: { GATEHOUSE_CONSOLE_URL: 'http://127.0.0.1:4456' } })
  // The port is free; the Host is the one that the gateway was configured with.
  const listener = await listen(
    (received, address) => {
      received.headers.set('host', '127.0.0.1:4456')
      return gateway.consoleEdge(received, address)
    },
    { host: '127.0.0.1', port: 0, variable: 'the test' },
  )
  const clientOf = (key: string) => clientAt(`http://127.0.0.1:${listener.port}`, key)
  const owner = clientOf(gateway.rootKey)
  const [first] = (await owner.workspaces.listWorkspaces()).workspaces
  const workspace = first?.id ?? ''
  const seeing = await gateway.control('POST', `/workspaces/${workspace}/tokens`, { name: 'viewer', role: 'viewer' })
  const other = await gateway.control('POST', '/workspaces', { name: 'Other' })
  const foreign = await gateway.control('POST', `/workspaces/${other.body.id}/tokens`, { name: 'stranger' })
  const createProjectBody = { name: 'Shop', environment: 'dev', workspace_id: workspace } as const
  const project = await owner.projects.createProject({ createProjectBody })
  const projectId = project.id
  const organization = await owner.projects.createOrganization({ projectId, organizationBody: { label: 'Acme' } })
  const organizationId = organization.id
  const createOrganizationOnboardingPortalLinkBody = { enable_scim: true, enable_sso: true }
  const link = await owner.projects.createOrganizationOnboardingPortalLink({
    projectId,
    organizationId,
    createOrganizationOnboardingPortalLinkBody,
  })
  const createEventStreamBody = { type: 'https', https_endpoint: 'https://ada:hush@events.example.org/in' } as const
  const streamId = (await owner.events.createEventStream({ projectId, createEventStreamBody })).id ?? ''
  const token = await gateway.register(gateway.origin, 'ada@example.com')
  const memberId = String((await gateway.whoami(gateway.origin, token)).body.identity.id)
  await gateway.control('PUT', `/projects/${projectId}/members/${memberId}`, { role: 'developer' })
  const orgOf = (id = organizationId) => ({ projectId, organizationId: id })
  return {
    clientOf,
    owner,
    viewer: clientOf(seeing.body.value),
    stranger: clientOf(foreign.body.value),
    workspace,
    project,
    projectId,
    streamId,
    memberId,
    orgOf,
    linkOf: (id = link.id) => ({ ...orgOf(), onboardingPortalLinkId: id }),
    setBody: () => ({
      name: project.name,
      cors_admin: { enabled: false, origins: [] },
      cors_public: { enabled: true, origins: ['https://shop.example.org'] },
      organizations: [{ id: organizationId, label: 'Acme', domains: [] }],
      services: { identity: { config: project.services.identity?.config ?? {} } },
    }),
    close: async () => {
      await listener.close(0)
      await gateway.gateway.stop()
    },
  }
}
export type ClientHarness = Awaited<ReturnType<typeof openClientHarness>>
