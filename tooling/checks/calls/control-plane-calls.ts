import { documentedOperations, type DocumentedOperation } from '@gatehouse/control-plane/documentation'
import { type CallRow, proof, type ProvingTest } from './call.ts'
import { consoleMakers } from './console-makers.ts'
import { fieldOperationNames } from './wire-operations.ts'

const forPrograms = 'For programs.'

const audited = proof('audit-1')
const read = proof('audit-2')
const asCsv = proof('audit-4')
const revisions = proof('projects-8')
const invited = proof('invites-5')
const joined = proof('members-1')

/** Walks every operation of the control plane. */
const asEveryRole = proof('permissions-1')

/**
 * TABLE: the test of each operation that the field's client does not have. Of the others, changes have a line in the
 * audit log's test, and the walk with every role covers reads.
 */
// oxfmt-ignore
const ourTests: Readonly<Record<string, ProvingTest>> = {
  listWorkspaceMembers:      joined,
  setWorkspaceMember:        joined,
  removeWorkspaceMember:     joined,
  setProjectMember:          proof('members-2'),
  acceptInvite:              proof('invites-1'),
  checkOrganizationConnection: proof('onboarding-15'),
  getOnboarding:             proof('onboarding-1'),
  setOnboardingConnection:   proof('onboarding-2'),
  checkOnboardingConnection: proof('onboarding-2'),
  listWorkspaceInvites:      invited,
  listProjectInvites:        proof('permissions-2'),
  listWorkspaceAudit:        read,
  exportWorkspaceAudit:      asCsv,
  listProjectRevisions:      revisions,
  getProjectRevision:        revisions,
  getEventStream:            proof('operations-3'),
  pauseEventStream:          proof('operations-4'),
  resumeEventStream:         proof('operations-4'),
  replayEventStream:         proof('operations-5'),
  testEventStream:           proof('operations-6'),
  listEventStreamDeliveries: proof('operations-7'),
  redriveEventStream:        proof('operations-7'),
  getEventStreamSecret:      proof('operations-8'),
  rotateEventStreamSecret:   proof('operations-8'),
  listProjectEvents:         proof('operations-12'),
  listIdentityEvents:        proof('operations-13'),
  announceIdentityExport:    proof('people-3'),
  getIdentityDetails:        proof('exchanges-1'),
  listImports:               proof('imports-1'),
  createImport:              proof('imports-1'),
  addImportFile:             proof('imports-11'),
  getImport:                 proof('imports-6'),
  checkImport:               proof('imports-1'),
  updateImport:              proof('imports-1'),
  deleteImport:              proof('imports-6'),
  startImport:               proof('imports-1'),
  listJobs:                  proof('imports-1'),
  createJob:                 proof('imports-9'),
  getJob:                    proof('imports-2'),
  getJobReport:              proof('imports-1'),
  stopJob:                   proof('imports-2'),
  getSignInActivity:         proof('operations-14'),
  getBranding:               proof('branding-1'),
  setBrandingDraft:          proof('branding-2'),
  discardBrandingDraft:      proof('branding-21'),
  publishBranding:           proof('branding-1'),
  listBrandingVersions:      proof('branding-4'),
  getBrandingVersion:        proof('branding-4'),
  restoreBrandingVersion:    proof('branding-4'),
  createBrandingAsset:       proof('branding-6'),
  getBrandingAsset:          proof('branding-6'),
  previewBranding:           proof('branding-8'),
  listMailTemplates:         proof('branding-7'),
  previewMail:               proof('branding-7'),
  sendTestMail:              proof('branding-7'),
}

/** Returns every call of the control plane, those of the field's client first. */
export function controlPlaneCalls(): readonly CallRow[] {
  const fields = new Set(fieldOperationNames())
  const all = documentedOperations()
  const [field, ours] = [
    all.filter(({ operation }) => fields.has(operation)),
    all.filter(({ operation }) => !fields.has(operation)),
  ]
  return [...field.map((one) => rowOf(one, testOfField(one))), ...ours.map((one) => rowOf(one, testOfOurs(one)))]
}

function rowOf({ operation, method, path }: DocumentedOperation, tests: readonly ProvingTest[]): CallRow {
  const inside = /^\/projects\/\{[^}]*\}\/admin\//.test(path)
  const makers = [...consoleMakers({ operation }), ...(inside ? consoleMakers({ adminCall: operation }) : [])]
  return {
    call: operation,
    wire: `${method} ${path}`,
    makers,
    ...(makers.length === 0 && { reason: forPrograms }),
    tests,
  }
}

/** Returns the table of walks that has an operation. */
function walksOf(operation: string): string {
  if (/Workspace/.test(operation)) return 'workspaces'
  if (/Organization/.test(operation)) return 'organizations'
  return /EventStream/.test(operation) ? 'events' : 'projects'
}

function testOfField({ operation }: DocumentedOperation): readonly ProvingTest[] {
  return [
    {
      id: 'client-operations-1',
      row: operation,
      table: `apps/gateway/src/projects/client-walks/${walksOf(operation)}.fixture.ts`,
    },
  ]
}

function testOfOurs({ operation, method, path }: DocumentedOperation): readonly ProvingTest[] {
  const named = ourTests[operation]
  if (named !== undefined) return [named]
  if (method !== 'GET') return [{ ...audited, row: operation }]
  return [path.includes('/admin/') ? proof('people-1') : asEveryRole]
}
