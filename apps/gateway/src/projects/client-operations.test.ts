import { Configuration, EventsApi, ProjectApi, ResponseError, WorkspaceApi } from '@ory/client-fetch'
import type { JsonPatch, Project } from '@ory/client-fetch'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listen, type Listener } from '../listen.ts'
import { openGateway, type TestGateway } from './gateway.fixture.ts'

let gateway: TestGateway
let door: Listener
let basePath = ''

/** The field's client with a key, over the network. */
function clientOf(accessToken: string) {
  const configuration = new Configuration({ basePath, accessToken })
  return {
    projects: new ProjectApi(configuration),
    workspaces: new WorkspaceApi(configuration),
    events: new EventsApi(configuration),
  }
}
type Client = ReturnType<typeof clientOf>

let owner: Client
let viewer: Client
let stranger: Client
let project: Project
let projectId = ''
let workspace = ''
let organizationId = ''
let linkId = ''
let streamId = ''
let memberId = ''

beforeAll(async () => {
  gateway = await openGateway({ environment: { GATEHOUSE_CONSOLE_URL: 'http://127.0.0.1:4456' } })
  // The port is free; the Host is the one that the gateway was configured with.
  door = await listen(
    (received, address) => {
      received.headers.set('host', '127.0.0.1:4456')
      return gateway.consoleEdge(received, address)
    },
    { host: '127.0.0.1', port: 0, variable: 'the test' },
  )
  basePath = `http://127.0.0.1:${door.port}`
  owner = clientOf(gateway.rootKey)
  const [first] = (await owner.workspaces.listWorkspaces()).workspaces
  workspace = first?.id ?? ''
  const seeing = await gateway.control('POST', `/workspaces/${workspace}/tokens`, { name: 'viewer', role: 'viewer' })
  viewer = clientOf(seeing.body.value)
  const elsewhere = await gateway.control('POST', '/workspaces', { name: 'Elsewhere' })
  const foreign = await gateway.control('POST', `/workspaces/${elsewhere.body.id}/tokens`, { name: 'stranger' })
  stranger = clientOf(foreign.body.value)
  const createProjectBody = { name: 'Shop', environment: 'dev', workspace_id: workspace } as const
  project = await owner.projects.createProject({ createProjectBody })
  projectId = project.id
  const organization = await owner.projects.createOrganization({ projectId, organizationBody: { label: 'Acme' } })
  organizationId = organization.id
  const createOrganizationOnboardingPortalLinkBody = { enable_scim: true, enable_sso: true }
  const link = await owner.projects.createOrganizationOnboardingPortalLink({
    projectId,
    organizationId,
    createOrganizationOnboardingPortalLinkBody,
  })
  linkId = link.id
  const createEventStreamBody = { type: 'https', https_endpoint: 'https://ada:hush@events.example.org/in' } as const
  streamId = (await owner.events.createEventStream({ projectId, createEventStreamBody })).id ?? ''
  memberId = (await gateway.whoami(gateway.origin, await gateway.register(gateway.origin, 'ada@example.com'))).body
    .identity.id
  await gateway.control('PUT', `/projects/${projectId}/members/${memberId}`, { role: 'developer' })
})

afterAll(async () => {
  await door.close(0)
  await gateway.gateway.stop()
})

/** What the client threw: the status of the answer and the error in it, or the parameter it missed. */
async function failureOf(call: Promise<unknown>): Promise<object> {
  const error = await call.then(
    (value) => new Error(`it was answered: ${JSON.stringify(value)}`),
    (thrown: unknown) => thrown,
  )
  if (error instanceof ResponseError) {
    const { error: envelope } = await error.response.json()
    return { status: error.response.status, codes: [envelope.code, envelope.status_code], reason: envelope.reason }
  }
  if (error instanceof Error && 'field' in error) return { field: error.field }
  throw error
}

const nobody = '2f1d7c9e-3c31-4f57-8d25-7f0b4e1f0a11'
const rename: JsonPatch[] = [{ op: 'replace', path: '/name', value: 'Shop' }]
const setBody = () => ({
  name: project.name,
  cors_admin: { enabled: false, origins: [] },
  cors_public: { enabled: true, origins: ['https://shop.example.org'] },
  organizations: [{ id: organizationId, label: 'Acme', domains: [] }],
  services: { identity: { config: project.services.identity?.config ?? {} } },
})
const orgOf = (id = organizationId) => ({ projectId, organizationId: id })
const linkOf = (id = linkId) => ({ ...orgOf(), onboardingPortalLinkId: id })
const linkBody = { enable_scim: false, enable_sso: true }
const later = new Date('2100-01-01T00:00:00Z')

interface Walk {
  /** Works, and answers this. */
  readonly valid: (client: Client) => Promise<unknown>
  readonly answers: unknown
  /** About something that does not exist, or with a body that cannot be used. */
  readonly missing: () => Promise<unknown>
  readonly status?: number
  /** The smallest role that may. A viewer is refused where it is not `viewer`. */
  readonly from: 'viewer' | 'developer' | 'owner'
}

const anything: unknown = expect.anything()
/** Every operation of the three APIs. The order is that of the life of things. */
const walks: Readonly<Record<string, Walk>> = {
  listWorkspaces: {
    from: 'viewer',
    valid: (client) => client.workspaces.listWorkspaces({ pageSize: 1 }),
    answers: { workspaces: [{ id: anything }], has_next_page: anything },
    missing: () => owner.workspaces.listWorkspaces({ pageSize: 1001 }),
    status: 400,
  },
  createWorkspace: {
    from: 'owner',
    valid: (client) => client.workspaces.createWorkspace({ createWorkspaceBody: { name: 'Another' } }),
    answers: { name: 'Another', created_at: expect.any(Date) },
    missing: () => owner.workspaces.createWorkspace({}),
    status: 400,
  },
  getWorkspace: {
    from: 'viewer',
    valid: (client) => client.workspaces.getWorkspace({ workspace }),
    answers: { name: 'Gatehouse' },
    missing: () => owner.workspaces.getWorkspace({ workspace: nobody }),
  },
  updateWorkspace: {
    from: 'owner',
    valid: (client) => client.workspaces.updateWorkspace({ workspace, updateWorkspaceBody: { name: 'Gatehouse' } }),
    answers: { name: 'Gatehouse', access_policy: 'CHECK_ACCESS_PERMISSION' },
    missing: () => owner.workspaces.updateWorkspace({ workspace, updateWorkspaceBody: { name: ' ' } }),
    status: 400,
  },
  listWorkspaceProjects: {
    from: 'viewer',
    valid: (client) => client.workspaces.listWorkspaceProjects({ workspace }),
    answers: { projects: [{ slug: anything }, { name: 'Shop' }], has_next_page: false, next_page: '' },
    missing: () => owner.workspaces.listWorkspaceProjects({ workspace: nobody }),
  },
  createWorkspaceApiKey: {
    from: 'owner',
    valid: (client) =>
      client.workspaces.createWorkspaceApiKey({
        workspace,
        createWorkspaceApiKeyBody: { name: 'deploy', expires_at: later },
      }),
    answers: { value: expect.stringMatching(/^gwk_/), workspace_id: anything, expires_at: later },
    missing: () =>
      owner.workspaces.createWorkspaceApiKey({
        workspace,
        createWorkspaceApiKeyBody: { name: 'deploy', expires_at: new Date(0) },
      }),
    status: 400,
  },
  listWorkspaceApiKeys: {
    from: 'developer',
    valid: (client) => client.workspaces.listWorkspaceApiKeys({ workspace }),
    answers: expect.arrayContaining([expect.objectContaining({ name: 'deploy', last_characters: anything })]),
    missing: () => owner.workspaces.listWorkspaceApiKeys({ workspace: 'no-such-slug' }),
  },
  deleteWorkspaceApiKey: {
    from: 'owner',
    valid: async (client) => {
      const body = { workspace, createWorkspaceApiKeyBody: { name: 'short' } }
      const { id } = await client.workspaces.createWorkspaceApiKey(body)
      return client.workspaces.deleteWorkspaceApiKey({ workspace, tokenId: id })
    },
    answers: undefined,
    missing: () => owner.workspaces.deleteWorkspaceApiKey({ workspace, tokenId: nobody }),
  },
  createProject: {
    from: 'developer',
    valid: (client) =>
      client.projects.createProject({
        createProjectBody: { name: 'Office', environment: 'stage', home_region: 'eu', workspace_id: workspace },
      }),
    answers: { name: 'Office', environment: 'stage', home_region: 'eu', state: 'running', organizations: [] },
    missing: () => owner.projects.createProject({ createProjectBody: { name: 'Office', environment: 'dev' } }),
    status: 400,
  },
  listProjects: {
    from: 'viewer',
    valid: (client) => client.projects.listProjects(),
    answers: expect.arrayContaining([expect.objectContaining({ name: 'Shop', created_at: expect.any(Date) })]),
    missing: () => clientOf('gwk_no-such-key').projects.listProjects(),
    status: 401,
  },
  getProject: {
    from: 'viewer',
    valid: (client) => client.projects.getProject({ projectId }),
    answers: { slug: anything, services: { identity: { config: anything } } },
    missing: () => owner.projects.getProject({ projectId: 'not-a-uuid' }),
    status: 400,
  },
  setProject: {
    from: 'developer',
    valid: (client) => client.projects.setProject({ projectId, setProject: setBody() }),
    answers: { project: { cors_public: { enabled: true } }, warnings: [] },
    missing: () =>
      owner.projects.setProject({
        projectId,
        setProject: { ...setBody(), services: { identity: { config: { selfservise: {} } } } },
      }),
    status: 400,
  },
  patchProject: {
    from: 'developer',
    valid: (client) => client.projects.patchProject({ projectId, jsonPatch: rename }),
    answers: { project: { name: 'Shop' }, warnings: [] },
    missing: () => owner.projects.patchProject({ projectId, jsonPatch: [{ op: 'remove', path: '/nothing' }] }),
    status: 400,
  },
  patchProjectWithRevision: {
    from: 'developer',
    valid: async (client) => {
      const { revision_id: revisionId } = await client.projects.getProject({ projectId })
      return client.projects.patchProjectWithRevision({ projectId, revisionId, jsonPatch: rename })
    },
    answers: { project: { name: 'Shop' } },
    missing: () =>
      owner.projects.patchProjectWithRevision({ projectId, revisionId: project.revision_id, jsonPatch: rename }),
    status: 409,
  },
  createProjectApiKey: {
    from: 'owner',
    valid: (client) =>
      client.projects.createProjectApiKey({ project: project.slug, createProjectApiKeyBody: { name: 'web' } }),
    answers: {
      value: expect.stringMatching(/^gpk_/),
      project_id: anything,
      last_characters: expect.stringMatching(/^.{4}$/),
    },
    missing: () => owner.projects.createProjectApiKey({ project: projectId }),
    status: 400,
  },
  listProjectApiKeys: {
    from: 'developer',
    valid: (client) => client.projects.listProjectApiKeys({ project: projectId }),
    answers: [{ name: 'web' }],
    missing: () => owner.projects.listProjectApiKeys({ project: nobody }),
  },
  deleteProjectApiKey: {
    from: 'owner',
    valid: async (client) => {
      const body = { project: projectId, createProjectApiKeyBody: { name: 'short' } }
      const { id } = await client.projects.createProjectApiKey(body)
      return client.projects.deleteProjectApiKey({ project: projectId, tokenId: id })
    },
    answers: undefined,
    missing: () => owner.projects.deleteProjectApiKey({ project: projectId, tokenId: nobody }),
  },
  getProjectMembers: {
    from: 'developer',
    valid: (client) => client.projects.getProjectMembers({ project: projectId }),
    answers: [{ email: 'ada@example.com', role: 'developer', source: 'project', email_verified: false }],
    missing: () => owner.projects.getProjectMembers({ project: nobody }),
  },
  removeProjectMember: {
    from: 'owner',
    valid: (client) => client.projects.removeProjectMember({ project: projectId, member: memberId }),
    answers: undefined,
    missing: () => owner.projects.removeProjectMember({ project: projectId, member: nobody }),
  },
  createOrganization: {
    from: 'developer',
    valid: (client) =>
      client.projects.createOrganization({
        projectId,
        organizationBody: { label: 'Globex', domains: ['Globex.example.org'], session_lifespan: '12h' },
      }),
    answers: { label: 'Globex', domains: ['globex.example.org'], session_lifespan: '12h' },
    missing: () =>
      owner.projects.createOrganization({
        projectId,
        organizationBody: { label: 'Copycat', domains: ['globex.example.org'] },
      }),
    status: 409,
  },
  listOrganizations: {
    from: 'viewer',
    valid: (client) => client.projects.listOrganizations({ projectId, domain: 'GLOBEX.example.org' }),
    answers: { organizations: [{ label: 'Globex' }], has_next_page: false, next_page_token: '' },
    missing: () => owner.projects.listOrganizations({ projectId, pageToken: 'made up' }),
    status: 400,
  },
  getOrganization: {
    from: 'viewer',
    valid: (client) => client.projects.getOrganization(orgOf()),
    answers: { organization: { label: 'Acme', created_at: expect.any(Date) } },
    missing: () => owner.projects.getOrganization(orgOf(nobody)),
  },
  updateOrganization: {
    from: 'developer',
    valid: (client) => client.projects.updateOrganization({ ...orgOf(), organizationBody: { label: 'Acme & Co' } }),
    answers: { label: 'Acme & Co', domains: [] },
    missing: () => owner.projects.updateOrganization({ ...orgOf(), organizationBody: { session_lifespan: '1s' } }),
    status: 400,
  },
  createOrganizationOnboardingPortalLink: {
    from: 'developer',
    valid: (client) =>
      client.projects.createOrganizationOnboardingPortalLink({
        ...orgOf(),
        createOrganizationOnboardingPortalLinkBody: { ...linkBody, expires_at: later },
      }),
    answers: { value: expect.stringMatching(/^gol_/), enable_sso: true, expires_at: later },
    missing: () => owner.projects.createOrganizationOnboardingPortalLink(orgOf()),
    status: 400,
  },
  getOrganizationOnboardingPortalLinks: {
    from: 'developer',
    valid: (client) => client.projects.getOrganizationOnboardingPortalLinks(orgOf()),
    answers: { links: [{ value: anything }, { value: anything }] },
    missing: () => owner.projects.getOrganizationOnboardingPortalLinks(orgOf(nobody)),
  },
  updateOrganizationOnboardingPortalLink: {
    from: 'developer',
    valid: (client) =>
      client.projects.updateOrganizationOnboardingPortalLink({
        ...linkOf(),
        updateOrganizationOnboardingPortalLinkBody: linkBody,
      }),
    answers: { enable_scim: false },
    missing: () =>
      owner.projects.updateOrganizationOnboardingPortalLink({
        ...linkOf(nobody),
        updateOrganizationOnboardingPortalLinkBody: linkBody,
      }),
  },
  deleteOrganizationOnboardingPortalLink: {
    from: 'developer',
    valid: (client) => client.projects.deleteOrganizationOnboardingPortalLink(linkOf()),
    answers: undefined,
    missing: () => owner.projects.deleteOrganizationOnboardingPortalLink(linkOf()),
  },
  deleteOrganization: {
    from: 'developer',
    valid: (client) => client.projects.deleteOrganization(orgOf()),
    answers: undefined,
    missing: () => owner.projects.deleteOrganization(orgOf()),
  },
  createEventStream: {
    from: 'developer',
    valid: (client) =>
      client.events.createEventStream({
        projectId,
        createEventStreamBody: {
          type: 'sns',
          topic_arn: 'arn:aws:sns:eu-central-1:123456789012:events',
          role_arn: 'arn:aws:iam::123456789012:role/publisher',
          status: 'paused',
        },
      }),
    answers: { type: 'sns', status: 'paused' },
    missing: () =>
      owner.events.createEventStream({
        projectId,
        createEventStreamBody: { type: 'https', https_endpoint: 'https://ada:hush@events.example.org/in' },
      }),
    status: 409,
  },
  listEventStreams: {
    from: 'viewer',
    valid: (client) => client.events.listEventStreams({ projectId }),
    answers: { event_streams: [{ https_endpoint: 'https://ada:xxxxx@events.example.org/in' }, { type: 'sns' }] },
    missing: () => owner.events.listEventStreams({ projectId: nobody }),
  },
  setEventStream: {
    from: 'developer',
    valid: (client) =>
      client.events.setEventStream({ projectId, eventStreamId: streamId, setEventStreamBody: { status: 'paused' } }),
    answers: { status: 'paused', https_endpoint: 'https://ada:xxxxx@events.example.org/in' },
    missing: () =>
      owner.events.setEventStream({
        projectId,
        eventStreamId: streamId,
        setEventStreamBody: { https_endpoint: 'https://ada:xxxxx@events.example.org/in' },
      }),
    status: 400,
  },
  deleteEventStream: {
    from: 'developer',
    valid: (client) => client.events.deleteEventStream({ projectId, eventStreamId: streamId }),
    answers: undefined,
    missing: () => owner.events.deleteEventStream({ projectId, eventStreamId: streamId }),
  },
  purgeProject: {
    from: 'owner',
    valid: (client) => client.projects.purgeProject({ projectId }),
    answers: undefined,
    missing: () => owner.projects.purgeProject({ projectId }),
  },
}

const operations = [EventsApi, ProjectApi, WorkspaceApi].flatMap((api) =>
  Object.getOwnPropertyNames(api.prototype).filter(
    (name) => name !== 'constructor' && !/(?:Raw|RequestOpts)$/.test(name),
  ),
)

test('the list has every operation of the client', () => {
  expect(Object.keys(walks).toSorted()).toEqual(operations.toSorted())
  expect(operations).toHaveLength(33)
})

describe('without a role there, nothing is open', () => {
  test.each(Object.entries(walks))('%s', async (name, { valid }) => {
    const general = ['listWorkspaces', 'createWorkspace', 'listProjects']
    const answer = await valid(stranger).then(
      () => 'answered',
      (error: unknown) => (error instanceof ResponseError ? error.response.status : error),
    )
    expect(answer).toBe(general.includes(name) ? 'answered' : 404)
  })
})

describe('a viewer may look', () => {
  const forbidden = Object.entries(walks).filter(([, { from }]) => from !== 'viewer')
  test.each(forbidden)('but not %s', async (_, { valid }) => {
    await expect(valid(viewer)).rejects.toMatchObject({ response: { status: expect.toBeOneOf([401, 403]) } })
  })
  const allowed = Object.entries(walks).filter(([, { from }]) => from === 'viewer')
  test.each(allowed)('and %s', async (_, { valid }) => {
    expect(await valid(viewer)).toBeDefined()
  })
})

describe('the field’s client, unchanged', () => {
  test.each(Object.entries(walks))('%s', async (_, { valid, answers, missing, status = 404 }) => {
    const answer = await valid(owner)
    expect(answer).toEqual(withAnythingElse(answers))
    expect(await failureOf(missing())).toEqual({
      status,
      codes: [status, status],
      reason: expect.stringMatching(/\.$/),
    })
  })
})

/** The expectation, for objects that have more than what it names. */
function withAnythingElse(wanted: unknown): unknown {
  if (Array.isArray(wanted)) return wanted.map(withAnythingElse)
  const isPlain = typeof wanted === 'object' && wanted !== null && Object.getPrototypeOf(wanted) === Object.prototype
  if (!isPlain) return wanted
  return expect.objectContaining(
    Object.fromEntries(Object.entries(wanted).map(([key, value]) => [key, withAnythingElse(value)])),
  )
}

test('a parameter that is missing is found by the client itself', async () => {
  const nothing: string | null = null
  const projects = owner.projects
  // @ts-expect-error the type forbids what programs without types send
  expect(await failureOf(projects.getProject({ projectId: nothing }))).toEqual({ field: 'projectId' })
})
