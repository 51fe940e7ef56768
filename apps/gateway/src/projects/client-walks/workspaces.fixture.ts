import { expect } from 'vitest'
import { anything, later, unknownId, type Walks } from './walk.fixture.ts'

/** Workspaces and their keys: every operation of Ory's client, in the order of the resources' life cycle. */
export const workspaceWalks: Walks = {
  listWorkspaces: {
    from: 'viewer',
    valid: (client) => client.workspaces.listWorkspaces({ pageSize: 1 }),
    answers: { workspaces: [{ id: anything }], has_next_page: anything },
    missing: ({ owner }) => owner.workspaces.listWorkspaces({ pageSize: 1001 }),
    status: 400,
  },
  createWorkspace: {
    from: 'owner',
    valid: (client) => client.workspaces.createWorkspace({ createWorkspaceBody: { name: 'Another' } }),
    answers: { name: 'Another', created_at: expect.any(Date) },
    missing: ({ owner }) => owner.workspaces.createWorkspace({}),
    status: 400,
  },
  getWorkspace: {
    from: 'viewer',
    valid: (client, { workspace }) => client.workspaces.getWorkspace({ workspace }),
    answers: { name: 'Gatehouse' },
    missing: ({ owner }) => owner.workspaces.getWorkspace({ workspace: unknownId }),
  },
  updateWorkspace: {
    from: 'owner',
    valid: (client, { workspace }) =>
      client.workspaces.updateWorkspace({ workspace, updateWorkspaceBody: { name: 'Gatehouse' } }),
    answers: { name: 'Gatehouse', access_policy: 'CHECK_ACCESS_PERMISSION' },
    missing: ({ owner, workspace }) =>
      owner.workspaces.updateWorkspace({ workspace, updateWorkspaceBody: { name: ' ' } }),
    status: 400,
  },
  listWorkspaceProjects: {
    from: 'viewer',
    valid: (client, { workspace }) => client.workspaces.listWorkspaceProjects({ workspace }),
    answers: { projects: [{ slug: anything }, { name: 'Shop' }], has_next_page: false, next_page: '' },
    missing: ({ owner }) => owner.workspaces.listWorkspaceProjects({ workspace: unknownId }),
  },
  createWorkspaceApiKey: {
    from: 'owner',
    valid: (client, { workspace }) =>
      client.workspaces.createWorkspaceApiKey({
        workspace,
        createWorkspaceApiKeyBody: { name: 'deploy', expires_at: later },
      }),
    answers: { value: expect.stringMatching(/^gwk_/), workspace_id: anything, expires_at: later },
    missing: ({ owner, workspace }) =>
      owner.workspaces.createWorkspaceApiKey({
        workspace,
        createWorkspaceApiKeyBody: { name: 'deploy', expires_at: new Date(0) },
      }),
    status: 400,
  },
  listWorkspaceApiKeys: {
    from: 'developer',
    valid: (client, { workspace }) => client.workspaces.listWorkspaceApiKeys({ workspace }),
    answers: expect.arrayContaining([expect.objectContaining({ name: 'deploy', last_characters: anything })]),
    missing: ({ owner }) => owner.workspaces.listWorkspaceApiKeys({ workspace: 'no-such-slug' }),
  },
  deleteWorkspaceApiKey: {
    from: 'owner',
    valid: async (client, { workspace }) => {
      const body = { workspace, createWorkspaceApiKeyBody: { name: 'short' } }
      const { id } = await client.workspaces.createWorkspaceApiKey(body)
      return client.workspaces.deleteWorkspaceApiKey({ workspace, tokenId: id })
    },
    answers: undefined,
    missing: ({ owner, workspace }) => owner.workspaces.deleteWorkspaceApiKey({ workspace, tokenId: unknownId }),
  },
}
