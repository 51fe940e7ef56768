import type { Role } from '@gatehouse/contract/operator-places'

type Permission = Readonly<Record<Role, boolean>>

/**
 * TABLE 2: which role may call which operation. The role is the one at the workspace or project that the operation is
 * about; a role at a workspace holds at its projects too. For operations about no place in particular, it is the
 * strongest role that the caller has anywhere; making workspaces and projects takes it at a workspace.
 */
// prettier-ignore
export const permissions = {
  listWorkspaces:                          { owner: true, developer: true,  viewer: true  },
  createWorkspace:                         { owner: true, developer: false, viewer: false },
  getWorkspace:                            { owner: true, developer: true,  viewer: true  },
  updateWorkspace:                         { owner: true, developer: false, viewer: false },
  listWorkspaceProjects:                   { owner: true, developer: true,  viewer: true  },
  listWorkspaceApiKeys:                    { owner: true, developer: true,  viewer: false },
  createWorkspaceApiKey:                   { owner: true, developer: false, viewer: false },
  deleteWorkspaceApiKey:                   { owner: true, developer: false, viewer: false },
  listWorkspaceMembers:                    { owner: true, developer: true,  viewer: false },
  setWorkspaceMember:                      { owner: true, developer: false, viewer: false },
  removeWorkspaceMember:                   { owner: true, developer: false, viewer: false },
  listWorkspaceInvites:                    { owner: true, developer: true,  viewer: false },
  createWorkspaceInvite:                   { owner: true, developer: false, viewer: false },
  revokeWorkspaceInvite:                   { owner: true, developer: false, viewer: false },
  listWorkspaceAudit:                      { owner: true, developer: true,  viewer: false },
  exportWorkspaceAudit:                    { owner: true, developer: true,  viewer: false },

  listProjects:                            { owner: true, developer: true,  viewer: true  },
  createProject:                           { owner: true, developer: true,  viewer: false },
  getProject:                              { owner: true, developer: true,  viewer: true  },
  setProject:                              { owner: true, developer: true,  viewer: false },
  patchProject:                            { owner: true, developer: true,  viewer: false },
  patchProjectWithRevision:                { owner: true, developer: true,  viewer: false },
  listProjectRevisions:                    { owner: true, developer: true,  viewer: false },
  getProjectRevision:                      { owner: true, developer: true,  viewer: false },
  purgeProject:                            { owner: true, developer: false, viewer: false },
  purgeProjectConfirmed:                   { owner: true, developer: false, viewer: false },
  listProjectApiKeys:                      { owner: true, developer: true,  viewer: false },
  createProjectApiKey:                     { owner: true, developer: false, viewer: false },
  deleteProjectApiKey:                     { owner: true, developer: false, viewer: false },
  getProjectMembers:                       { owner: true, developer: true,  viewer: false },
  setProjectMember:                        { owner: true, developer: false, viewer: false },
  removeProjectMember:                     { owner: true, developer: false, viewer: false },
  listProjectInvites:                      { owner: true, developer: true,  viewer: false },
  createProjectInvite:                     { owner: true, developer: false, viewer: false },
  revokeProjectInvite:                     { owner: true, developer: false, viewer: false },
  listProjectAudit:                        { owner: true, developer: true,  viewer: false },
  exportProjectAudit:                      { owner: true, developer: true,  viewer: false },

  listOrganizations:                       { owner: true, developer: true,  viewer: true  },
  createOrganization:                      { owner: true, developer: true,  viewer: false },
  getOrganization:                         { owner: true, developer: true,  viewer: true  },
  updateOrganization:                      { owner: true, developer: true,  viewer: false },
  deleteOrganization:                      { owner: true, developer: true,  viewer: false },
  getOrganizationOnboardingPortalLinks:    { owner: true, developer: true,  viewer: false },
  createOrganizationOnboardingPortalLink:  { owner: true, developer: true,  viewer: false },
  updateOrganizationOnboardingPortalLink:  { owner: true, developer: true,  viewer: false },
  deleteOrganizationOnboardingPortalLink:  { owner: true, developer: true,  viewer: false },

  checkOrganizationConnection:             { owner: true, developer: true,  viewer: false },

  listEventStreams:                        { owner: true, developer: true,  viewer: true  },
  createEventStream:                       { owner: true, developer: true,  viewer: false },
  setEventStream:                          { owner: true, developer: true,  viewer: false },
  deleteEventStream:                       { owner: true, developer: true,  viewer: false },
  getEventStream:                          { owner: true, developer: true,  viewer: true  },
  pauseEventStream:                        { owner: true, developer: true,  viewer: false },
  resumeEventStream:                       { owner: true, developer: true,  viewer: false },
  replayEventStream:                       { owner: true, developer: true,  viewer: false },
  testEventStream:                         { owner: true, developer: true,  viewer: false },
  listEventStreamDeliveries:               { owner: true, developer: true,  viewer: false },
  redriveEventStream:                      { owner: true, developer: true,  viewer: false },
  getEventStreamSecret:                    { owner: true, developer: true,  viewer: false },
  rotateEventStreamSecret:                 { owner: true, developer: true,  viewer: false },

  listProjectEvents:                       { owner: true, developer: true,  viewer: false },
  listIdentityEvents:                      { owner: true, developer: true,  viewer: false },
  getSignInActivity:                       { owner: true, developer: true,  viewer: true  },

  listIdentities:                          { owner: true, developer: true,  viewer: true  },
  createIdentity:                          { owner: true, developer: true,  viewer: false },
  batchPatchIdentities:                    { owner: true, developer: true,  viewer: false },
  getIdentity:                             { owner: true, developer: true,  viewer: true  },
  updateIdentity:                          { owner: true, developer: true,  viewer: false },
  patchIdentity:                           { owner: true, developer: true,  viewer: false },
  deleteIdentity:                          { owner: true, developer: true,  viewer: false },
  deleteIdentityCredentials:               { owner: true, developer: true,  viewer: false },
  listIdentitySessions:                    { owner: true, developer: true,  viewer: true  },
  deleteIdentitySessions:                  { owner: true, developer: true,  viewer: false },
  listSessions:                            { owner: true, developer: true,  viewer: true  },
  getSession:                              { owner: true, developer: true,  viewer: true  },
  disableSession:                          { owner: true, developer: true,  viewer: false },
  extendSession:                           { owner: true, developer: true,  viewer: false },
  createRecoveryCodeForIdentity:           { owner: true, developer: true,  viewer: false },
  createRecoveryLinkForIdentity:           { owner: true, developer: true,  viewer: false },
  listCourierMessages:                     { owner: true, developer: true,  viewer: false },
  getCourierMessage:                       { owner: true, developer: true,  viewer: false },
  listIdentitySchemas:                     { owner: true, developer: true,  viewer: true  },
  getIdentitySchema:                       { owner: true, developer: true,  viewer: true  },
  announceIdentityExport:                  { owner: true, developer: true,  viewer: false },
  getIdentityEngine:                       { owner: true, developer: true,  viewer: true  },
} satisfies Readonly<Record<string, Permission>>

/** Every operation that asks for a role. */
export type RoleOperation = keyof typeof permissions

/** Operations for whoever has an onboarding link. */
export const onboardingOperations = ['getOnboarding', 'setOnboardingConnection', 'checkOnboardingConnection'] as const
/** It needs no account: the link says which organization it is about. */
export type OnboardingOperation = (typeof onboardingOperations)[number]

/** Operations that ask for an invitation or a link in the place of a role. */
export const withoutRole = ['acceptInvite', ...onboardingOperations] as const

/** Every operation. */
export type Operation = RoleOperation | (typeof withoutRole)[number]

/** Whether an operation asks for a role. */
export function asksForRole(operation: Operation): operation is RoleOperation {
  return Object.hasOwn(permissions, operation)
}

/** Whether the table lets a role call an operation; whoever has none may call nothing. */
export function isAllowed(role: Role | undefined, operation: RoleOperation): boolean {
  return role !== undefined && permissions[operation][role]
}
