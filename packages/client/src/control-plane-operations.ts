import {
  type ApiResponse,
  type Configuration,
  EventsApi,
  type InitOverrideFunction,
  ProjectApi,
  WorkspaceApi,
} from '@ory/client-fetch'

/** A parameter of the path, by its name on the wire: `at('project_id')`. */
type At = (name: string) => string

/** Calls an operation of the field's client with the parameters of a path. */
export type FieldCall = (c: Configuration, at: At, init: InitOverrideFunction) => Promise<ApiResponse<unknown>>

const organization = (at: At) => ({ projectId: at('project_id'), organizationId: at('organization_id') })
const link = (at: At) => ({ ...organization(at), onboardingPortalLinkId: at('onboarding_portal_link_id') })
const stream = (at: At) => ({ projectId: at('project_id'), eventStreamId: at('event_stream_id') })

/**
 * TABLE: every operation of the control plane that the field's client has, by its name. Bodies and queries are sent as
 * they were given, because the client's models drop unknown properties. The values passed here instead are never sent.
 */
// oxfmt-ignore
export const fieldCalls: Readonly<Record<string, FieldCall>> = {
  listWorkspaces:        (c, _at, init) => new WorkspaceApi(c).listWorkspacesRaw({}, init),
  createWorkspace:       (c, _at, init) => new WorkspaceApi(c).createWorkspaceRaw({}, init),
  getWorkspace:          (c, at, init) => new WorkspaceApi(c).getWorkspaceRaw({ workspace: at('workspace') }, init),
  updateWorkspace:       (c, at, init) => new WorkspaceApi(c).updateWorkspaceRaw({ workspace: at('workspace') }, init),
  listWorkspaceProjects: (c, at, init) => new WorkspaceApi(c).listWorkspaceProjectsRaw({ workspace: at('workspace') }, init),
  listWorkspaceApiKeys:  (c, at, init) => new WorkspaceApi(c).listWorkspaceApiKeysRaw({ workspace: at('workspace') }, init),
  createWorkspaceApiKey: (c, at, init) => new WorkspaceApi(c).createWorkspaceApiKeyRaw({ workspace: at('workspace') }, init),
  deleteWorkspaceApiKey: (c, at, init) => new WorkspaceApi(c).deleteWorkspaceApiKeyRaw({ workspace: at('workspace'), tokenId: at('token_id') }, init),

  listProjects:             (c, _at, init) => new ProjectApi(c).listProjectsRaw(init),
  createProject:            (c, _at, init) => new ProjectApi(c).createProjectRaw({}, init),
  getProject:               (c, at, init) => new ProjectApi(c).getProjectRaw({ projectId: at('project_id') }, init),
  setProject:               (c, at, init) => new ProjectApi(c).setProjectRaw({ projectId: at('project_id') }, init),
  patchProject:             (c, at, init) => new ProjectApi(c).patchProjectRaw({ projectId: at('project_id'), jsonPatch: [] }, init),
  patchProjectWithRevision: (c, at, init) => new ProjectApi(c).patchProjectWithRevisionRaw({ projectId: at('project_id'), revisionId: at('revision_id'), jsonPatch: [] }, init),
  purgeProject:             (c, at, init) => new ProjectApi(c).purgeProjectRaw({ projectId: at('project_id') }, init),
  listProjectApiKeys:       (c, at, init) => new ProjectApi(c).listProjectApiKeysRaw({ project: at('project') }, init),
  createProjectApiKey:      (c, at, init) => new ProjectApi(c).createProjectApiKeyRaw({ project: at('project') }, init),
  deleteProjectApiKey:      (c, at, init) => new ProjectApi(c).deleteProjectApiKeyRaw({ project: at('project'), tokenId: at('token_id') }, init),
  getProjectMembers:        (c, at, init) => new ProjectApi(c).getProjectMembersRaw({ project: at('project') }, init),
  removeProjectMember:      (c, at, init) => new ProjectApi(c).removeProjectMemberRaw({ project: at('project'), member: at('member') }, init),

  listOrganizations:  (c, at, init) => new ProjectApi(c).listOrganizationsRaw({ projectId: at('project_id') }, init),
  createOrganization: (c, at, init) => new ProjectApi(c).createOrganizationRaw({ projectId: at('project_id') }, init),
  getOrganization:    (c, at, init) => new ProjectApi(c).getOrganizationRaw(organization(at), init),
  updateOrganization: (c, at, init) => new ProjectApi(c).updateOrganizationRaw(organization(at), init),
  deleteOrganization: (c, at, init) => new ProjectApi(c).deleteOrganizationRaw(organization(at), init),
  getOrganizationOnboardingPortalLinks:   (c, at, init) => new ProjectApi(c).getOrganizationOnboardingPortalLinksRaw(organization(at), init),
  createOrganizationOnboardingPortalLink: (c, at, init) => new ProjectApi(c).createOrganizationOnboardingPortalLinkRaw(organization(at), init),
  updateOrganizationOnboardingPortalLink: (c, at, init) => new ProjectApi(c).updateOrganizationOnboardingPortalLinkRaw(link(at), init),
  deleteOrganizationOnboardingPortalLink: (c, at, init) => new ProjectApi(c).deleteOrganizationOnboardingPortalLinkRaw(link(at), init),

  listEventStreams:  (c, at, init) => new EventsApi(c).listEventStreamsRaw({ projectId: at('project_id') }, init),
  createEventStream: (c, at, init) => new EventsApi(c).createEventStreamRaw({ projectId: at('project_id'), createEventStreamBody: { type: 'https' } }, init),
  setEventStream:    (c, at, init) => new EventsApi(c).setEventStreamRaw(stream(at), init),
  deleteEventStream: (c, at, init) => new EventsApi(c).deleteEventStreamRaw(stream(at), init),
}
