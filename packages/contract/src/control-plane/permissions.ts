import type { Role } from '../operator-scopes.ts'
import type { Operation, OperationAbout } from './operations.ts'

/**
 * Which calls of an operation leave a line in the audit log. `none`: no call. `change`: each call that succeeds.
 * `draft`: no call, as it changes nothing that people see; publishing it leaves one.
 * `secrets`: the same, though it only reads: its answer carries a means to sign in. `credentials`: only calls that ask
 * for credentials (`include_credential`).
 */
export type AuditKind = 'none' | 'change' | 'draft' | 'secrets' | 'credentials'

/** The rules of an operation, at each of its addresses. */
export interface Policy extends Readonly<Record<Role, boolean>> {
  readonly audit: AuditKind
  /**
   * It decides how people sign in at its project, or reads their means to sign in. At the project where operators sign
   * in it takes an owner of the workspace, regardless of the table's roles: any other caller could sign in as any
   * operator.
   */
  readonly signIn?: true
  /** The caller has to give a reason: the operation lets another person than the owner into an account. */
  readonly reason?: true
}

/**
 * TABLE: the policy of every operation: which role may call it, whether it decides how people sign in, whether it
 * takes a reason, and which calls the audit log keeps. The role is the one at the workspace or project that the
 * operation is about; a role at a workspace holds at its projects too. For operations about neither, it is the
 * strongest role that the caller has anywhere; making workspaces and projects takes it at a workspace.
 */
// prettier-ignore
export const permissions = {
  listWorkspaces:                          { owner: true, developer: true,  viewer: true,  audit: 'none' },
  createWorkspace:                         { owner: true, developer: false, viewer: false, audit: 'change' },
  getWorkspace:                            { owner: true, developer: true,  viewer: true,  audit: 'none' },
  updateWorkspace:                         { owner: true, developer: false, viewer: false, audit: 'change' },
  listWorkspaceProjects:                   { owner: true, developer: true,  viewer: true,  audit: 'none' },
  listWorkspaceApiKeys:                    { owner: true, developer: true,  viewer: false, audit: 'none' },
  createWorkspaceApiKey:                   { owner: true, developer: false, viewer: false, audit: 'change' },
  deleteWorkspaceApiKey:                   { owner: true, developer: false, viewer: false, audit: 'change' },
  listWorkspaceMembers:                    { owner: true, developer: true,  viewer: false, audit: 'none' },
  setWorkspaceMember:                      { owner: true, developer: false, viewer: false, audit: 'change' },
  removeWorkspaceMember:                   { owner: true, developer: false, viewer: false, audit: 'change' },
  listWorkspaceInvites:                    { owner: true, developer: true,  viewer: false, audit: 'none' },
  createWorkspaceInvite:                   { owner: true, developer: false, viewer: false, audit: 'change' },
  revokeWorkspaceInvite:                   { owner: true, developer: false, viewer: false, audit: 'change' },
  listWorkspaceAudit:                      { owner: true, developer: true,  viewer: false, audit: 'none' },
  exportWorkspaceAudit:                    { owner: true, developer: true,  viewer: false, audit: 'none' },

  listProjects:                            { owner: true, developer: true,  viewer: true,  audit: 'none' },
  createProject:                           { owner: true, developer: true,  viewer: false, audit: 'change' },
  getProject:                              { owner: true, developer: true,  viewer: true,  audit: 'none' },
  getProjectEffectiveConfig:               { owner: true, developer: true,  viewer: true,  audit: 'none' },
  setProject:                              { owner: true, developer: true,  viewer: false, audit: 'change',      signIn: true },
  patchProject:                            { owner: true, developer: true,  viewer: false, audit: 'change',      signIn: true },
  patchProjectWithRevision:                { owner: true, developer: true,  viewer: false, audit: 'change',      signIn: true },
  listProjectRevisions:                    { owner: true, developer: true,  viewer: false, audit: 'none' },
  getProjectRevision:                      { owner: true, developer: true,  viewer: false, audit: 'none' },
  purgeProject:                            { owner: true, developer: false, viewer: false, audit: 'change' },
  purgeProjectConfirmed:                   { owner: true, developer: false, viewer: false, audit: 'change' },
  getBranding:                             { owner: true, developer: true,  viewer: true,  audit: 'none' },
  setBrandingDraft:                        { owner: true, developer: true,  viewer: false, audit: 'draft',       signIn: true },
  discardBrandingDraft:                    { owner: true, developer: true,  viewer: false, audit: 'draft',       signIn: true },
  publishBranding:                         { owner: true, developer: true,  viewer: false, audit: 'change',      signIn: true },
  listBrandingVersions:                    { owner: true, developer: true,  viewer: true,  audit: 'none' },
  getBrandingVersion:                      { owner: true, developer: true,  viewer: true,  audit: 'none' },
  restoreBrandingVersion:                  { owner: true, developer: true,  viewer: false, audit: 'change',      signIn: true },
  createBrandingAsset:                     { owner: true, developer: true,  viewer: false, audit: 'change',      signIn: true },
  getBrandingAsset:                        { owner: true, developer: true,  viewer: true,  audit: 'none' },
  previewBranding:                         { owner: true, developer: true,  viewer: true,  audit: 'none' },
  listMailTemplates:                       { owner: true, developer: true,  viewer: true,  audit: 'none' },
  previewMail:                             { owner: true, developer: true,  viewer: true,  audit: 'none' },
  sendTestMail:                            { owner: true, developer: true,  viewer: false, audit: 'change',      signIn: true },
  listProjectApiKeys:                      { owner: true, developer: true,  viewer: false, audit: 'none' },
  createProjectApiKey:                     { owner: true, developer: false, viewer: false, audit: 'change' },
  deleteProjectApiKey:                     { owner: true, developer: false, viewer: false, audit: 'change' },
  getProjectMembers:                       { owner: true, developer: true,  viewer: false, audit: 'none' },
  setProjectMember:                        { owner: true, developer: false, viewer: false, audit: 'change' },
  removeProjectMember:                     { owner: true, developer: false, viewer: false, audit: 'change' },
  listProjectInvites:                      { owner: true, developer: true,  viewer: false, audit: 'none' },
  createProjectInvite:                     { owner: true, developer: false, viewer: false, audit: 'change' },
  revokeProjectInvite:                     { owner: true, developer: false, viewer: false, audit: 'change' },
  listProjectAudit:                        { owner: true, developer: true,  viewer: false, audit: 'none' },
  exportProjectAudit:                      { owner: true, developer: true,  viewer: false, audit: 'none' },

  listOrganizations:                       { owner: true, developer: true,  viewer: true,  audit: 'none' },
  createOrganization:                      { owner: true, developer: true,  viewer: false, audit: 'change',      signIn: true },
  getOrganization:                         { owner: true, developer: true,  viewer: true,  audit: 'none' },
  updateOrganization:                      { owner: true, developer: true,  viewer: false, audit: 'change',      signIn: true },
  deleteOrganization:                      { owner: true, developer: true,  viewer: false, audit: 'change',      signIn: true },
  getOrganizationOnboardingPortalLinks:    { owner: true, developer: true,  viewer: false, audit: 'secrets',     signIn: true },
  createOrganizationOnboardingPortalLink:  { owner: true, developer: true,  viewer: false, audit: 'change',      signIn: true },
  updateOrganizationOnboardingPortalLink:  { owner: true, developer: true,  viewer: false, audit: 'change',      signIn: true },
  deleteOrganizationOnboardingPortalLink:  { owner: true, developer: true,  viewer: false, audit: 'change',      signIn: true },

  checkOrganizationConnection:             { owner: true, developer: true,  viewer: false, audit: 'change',      signIn: true },

  listEventStreams:                        { owner: true, developer: true,  viewer: true,  audit: 'none' },
  createEventStream:                       { owner: true, developer: true,  viewer: false, audit: 'change' },
  setEventStream:                          { owner: true, developer: true,  viewer: false, audit: 'change' },
  deleteEventStream:                       { owner: true, developer: true,  viewer: false, audit: 'change' },
  getEventStream:                          { owner: true, developer: true,  viewer: true,  audit: 'none' },
  pauseEventStream:                        { owner: true, developer: true,  viewer: false, audit: 'change' },
  resumeEventStream:                       { owner: true, developer: true,  viewer: false, audit: 'change' },
  replayEventStream:                       { owner: true, developer: true,  viewer: false, audit: 'change' },
  testEventStream:                         { owner: true, developer: true,  viewer: false, audit: 'change' },
  listEventStreamDeliveries:               { owner: true, developer: true,  viewer: false, audit: 'none' },
  redriveEventStream:                      { owner: true, developer: true,  viewer: false, audit: 'change' },
  getEventStreamSecret:                    { owner: true, developer: true,  viewer: false, audit: 'secrets' },
  rotateEventStreamSecret:                 { owner: true, developer: true,  viewer: false, audit: 'change' },

  listProjectEvents:                       { owner: true, developer: true,  viewer: false, audit: 'none' },
  listIdentityEvents:                      { owner: true, developer: true,  viewer: false, audit: 'none' },
  getSignInActivity:                       { owner: true, developer: true,  viewer: true,  audit: 'none' },

  listIdentities:                          { owner: true, developer: true,  viewer: true,  audit: 'credentials' },
  createIdentity:                          { owner: true, developer: true,  viewer: false, audit: 'change',      signIn: true },
  batchPatchIdentities:                    { owner: true, developer: true,  viewer: false, audit: 'change',      signIn: true },
  getIdentity:                             { owner: true, developer: true,  viewer: true,  audit: 'credentials' },
  getIdentityByExternalID:                 { owner: true, developer: true,  viewer: true,  audit: 'credentials' },
  updateIdentity:                          { owner: true, developer: true,  viewer: false, audit: 'change',      signIn: true },
  patchIdentity:                           { owner: true, developer: true,  viewer: false, audit: 'change',      signIn: true },
  deleteIdentity:                          { owner: true, developer: true,  viewer: false, audit: 'change',      signIn: true },
  deleteIdentityCredentials:               { owner: true, developer: true,  viewer: false, audit: 'change',      signIn: true },
  listIdentitySessions:                    { owner: true, developer: true,  viewer: true,  audit: 'none' },
  deleteIdentitySessions:                  { owner: true, developer: true,  viewer: false, audit: 'change',      signIn: true },
  listSessions:                            { owner: true, developer: true,  viewer: true,  audit: 'none' },
  manageSessions:                          { owner: true, developer: true,  viewer: false, audit: 'change',      signIn: true },
  getSession:                              { owner: true, developer: true,  viewer: true,  audit: 'none' },
  disableSession:                          { owner: true, developer: true,  viewer: false, audit: 'change',      signIn: true },
  restoreSession:                          { owner: true, developer: true,  viewer: false, audit: 'change',      signIn: true },
  extendSession:                           { owner: true, developer: true,  viewer: false, audit: 'change',      signIn: true },
  createRecoveryCodeForIdentity:           { owner: true, developer: true,  viewer: false, audit: 'change',      signIn: true, reason: true },
  createRecoveryLinkForIdentity:           { owner: true, developer: true,  viewer: false, audit: 'change',      signIn: true, reason: true },
  createTestLoginFlow:                     { owner: true, developer: true,  viewer: false, audit: 'change' },
  sendIdentityVerification:               { owner: true, developer: true,  viewer: false, audit: 'change',      signIn: true },
  resendCourierMessage:                   { owner: true, developer: true,  viewer: false, audit: 'change',      signIn: true },
  listCourierMessages:                     { owner: true, developer: true,  viewer: false, audit: 'secrets',     signIn: true },
  getCourierMessage:                       { owner: true, developer: true,  viewer: false, audit: 'secrets',     signIn: true },
  listIdentitySchemas:                     { owner: true, developer: true,  viewer: true,  audit: 'none' },
  getIdentitySchema:                       { owner: true, developer: true,  viewer: true,  audit: 'none' },
  announceIdentityExport:                  { owner: true, developer: true,  viewer: false, audit: 'change' },
  getIdentityAccess:                       { owner: true, developer: true,  viewer: true,  audit: 'none' },
  getIdentityDetails:                      { owner: true, developer: true,  viewer: true,  audit: 'none' },
  getIdentityEngine:                       { owner: true, developer: true,  viewer: true,  audit: 'none' },

  listImports:                             { owner: true, developer: true,  viewer: false, audit: 'none',        signIn: true },
  createImport:                            { owner: true, developer: true,  viewer: false, audit: 'change',      signIn: true },
  addImportFile:                           { owner: true, developer: true,  viewer: false, audit: 'change',      signIn: true },
  getImport:                               { owner: true, developer: true,  viewer: false, audit: 'none',        signIn: true },
  checkImport:                             { owner: true, developer: true,  viewer: false, audit: 'none',        signIn: true },
  updateImport:                            { owner: true, developer: true,  viewer: false, audit: 'change',      signIn: true },
  deleteImport:                            { owner: true, developer: true,  viewer: false, audit: 'change',      signIn: true },
  startImport:                             { owner: true, developer: true,  viewer: false, audit: 'change',      signIn: true },
  listJobs:                                { owner: true, developer: true,  viewer: true,  audit: 'none' },
  createJob:                               { owner: true, developer: true,  viewer: false, audit: 'change',      signIn: true },
  getJob:                                  { owner: true, developer: true,  viewer: true,  audit: 'none' },
  getJobReport:                            { owner: true, developer: true,  viewer: true,  audit: 'none' },
  stopJob:                                 { owner: true, developer: true,  viewer: false, audit: 'change',      signIn: true },
} satisfies Readonly<Record<RoleOperation, Policy>>

/** Every operation that asks for a role; the others ask for an invitation, or for an onboarding link. */
export type RoleOperation = OperationAbout<'installation' | 'workspace' | 'project'>

/** The same, in the order of the table. */
export const roleOperations = Object.keys(permissions) as readonly RoleOperation[]

/** Returns the policy of an operation that requires a role. */
export function policyOf(operation: RoleOperation): Policy {
  return permissions[operation]
}

/** Tells whether an operation requires a role. */
export function asksForRole(operation: Operation): operation is RoleOperation {
  return Object.hasOwn(permissions, operation)
}

/** Tells whether the table lets a role call an operation; a caller without a role may call nothing. */
export function isAllowed(role: Role | undefined, operation: RoleOperation): boolean {
  return role !== undefined && permissions[operation][role]
}
