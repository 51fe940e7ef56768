import { expect } from 'vitest'
import { anything, unknownId, rename, type Walks } from './walk.fixture.ts'

/** Projects, their keys and members: every operation of Ory's client, in the order of the resources' life cycle. */
export const projectWalks: Walks = {
  createProject: {
    from: 'developer',
    valid: (client, { workspace }) =>
      client.projects.createProject({
        createProjectBody: { name: 'Office', environment: 'stage', home_region: 'eu', workspace_id: workspace },
      }),
    answers: { name: 'Office', environment: 'stage', home_region: 'eu', state: 'running', organizations: [] },
    missing: ({ owner }) => owner.projects.createProject({ createProjectBody: { name: 'Office', environment: 'dev' } }),
    status: 400,
  },
  listProjects: {
    from: 'viewer',
    valid: (client) => client.projects.listProjects(),
    answers: expect.arrayContaining([expect.objectContaining({ name: 'Shop', created_at: expect.any(Date) })]),
    missing: ({ clientOf }) => clientOf('gwk_no-such-key').projects.listProjects(),
    status: 401,
  },
  getProject: {
    from: 'viewer',
    valid: (client, { projectId }) => client.projects.getProject({ projectId }),
    answers: { slug: anything, services: { identity: { config: anything } } },
    missing: ({ owner }) => owner.projects.getProject({ projectId: 'not-a-uuid' }),
    status: 400,
  },
  setProject: {
    from: 'developer',
    valid: (client, { projectId, setBody }) => client.projects.setProject({ projectId, setProject: setBody() }),
    answers: { project: { cors_public: { enabled: true } }, warnings: [] },
    missing: ({ owner, projectId, setBody }) =>
      owner.projects.setProject({
        projectId,
        setProject: { ...setBody(), services: { identity: { config: { selfservise: {} } } } },
      }),
    status: 400,
  },
  patchProject: {
    from: 'developer',
    valid: (client, { projectId }) => client.projects.patchProject({ projectId, jsonPatch: rename }),
    answers: { project: { name: 'Shop' }, warnings: [] },
    missing: ({ owner, projectId }) =>
      owner.projects.patchProject({ projectId, jsonPatch: [{ op: 'remove', path: '/nothing' }] }),
    status: 400,
  },
  patchProjectWithRevision: {
    from: 'developer',
    valid: async (client, { projectId }) => {
      const { revision_id: revisionId } = await client.projects.getProject({ projectId })
      return client.projects.patchProjectWithRevision({ projectId, revisionId, jsonPatch: rename })
    },
    answers: { project: { name: 'Shop' } },
    missing: ({ owner, project, projectId }) =>
      owner.projects.patchProjectWithRevision({ projectId, revisionId: project.revision_id, jsonPatch: rename }),
    status: 409,
  },
  createProjectApiKey: {
    from: 'owner',
    valid: (client, { project }) =>
      client.projects.createProjectApiKey({ project: project.slug, createProjectApiKeyBody: { name: 'web' } }),
    answers: {
      value: expect.stringMatching(/^gpk_/),
      project_id: anything,
      last_characters: expect.stringMatching(/^.{4}$/),
    },
    missing: ({ owner, projectId }) => owner.projects.createProjectApiKey({ project: projectId }),
    status: 400,
  },
  listProjectApiKeys: {
    from: 'developer',
    valid: (client, { projectId }) => client.projects.listProjectApiKeys({ project: projectId }),
    answers: [{ name: 'web' }],
    missing: ({ owner }) => owner.projects.listProjectApiKeys({ project: unknownId }),
  },
  deleteProjectApiKey: {
    from: 'owner',
    valid: async (client, { projectId }) => {
      const body = { project: projectId, createProjectApiKeyBody: { name: 'short' } }
      const { id } = await client.projects.createProjectApiKey(body)
      return client.projects.deleteProjectApiKey({ project: projectId, tokenId: id })
    },
    answers: undefined,
    missing: ({ owner, projectId }) => owner.projects.deleteProjectApiKey({ project: projectId, tokenId: unknownId }),
  },
  getProjectMembers: {
    from: 'developer',
    valid: (client, { projectId }) => client.projects.getProjectMembers({ project: projectId }),
    answers: [{ email: 'ada@example.com', role: 'developer', source: 'project', email_verified: false }],
    missing: ({ owner }) => owner.projects.getProjectMembers({ project: unknownId }),
  },
  removeProjectMember: {
    from: 'owner',
    valid: (client, { projectId, memberId }) =>
      client.projects.removeProjectMember({ project: projectId, member: memberId }),
    answers: undefined,
    missing: ({ owner, projectId }) => owner.projects.removeProjectMember({ project: projectId, member: unknownId }),
  },
}

/** The end of everything: to be walked last. */
export const purgeWalks: Walks = {
  purgeProject: {
    from: 'owner',
    valid: (client, { projectId }) => client.projects.purgeProject({ projectId }),
    answers: undefined,
    missing: ({ owner, projectId }) => owner.projects.purgeProject({ projectId }),
  },
}
