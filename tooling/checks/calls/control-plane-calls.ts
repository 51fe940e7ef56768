import { documentedOperations } from '@gatehouse/control-plane/documentation'
import type { DocumentedOperation } from '@gatehouse/control-plane/documentation'
import { at, type CallRow, type Place, proof, type ProvingTest } from './call.ts'
import { consolePlaces } from './console-places.ts'
import { fieldOperationNames } from './wire-operations.ts'

const plane = 'packages/control-plane/src'
const streams = `${plane}/event-streams/delivery/operations.test.ts`
const events = `${plane}/events/operations.test.ts`
const people = `${plane}/people/people.test.ts`
const forPrograms = 'For programs; no screen of the console makes it.'

const audited = proof(
  `${plane}/audit/audit.test.ts`,
  'every operation that changes something leaves one line, with who, when, what and why',
)
const read = proof(`${plane}/audit/audit.test.ts`, 'the log is read page by page, and taken along as JSON Lines')
const asCsv = proof(
  `${plane}/audit/audit.test.ts`,
  'the log is read by operation, actor and time, and taken along as CSV',
)
const revisions = proof(
  `${plane}/projects/projects.test.ts`,
  'revisions can be looked up: what the project was, and who made it so',
)
const invited = proof(
  `${plane}/invites/invites.test.ts`,
  'it ends with its time, when it is taken back, and when another one takes its place',
)
const onboarding = `${plane}/onboarding/onboarding.test.ts`
const joined = proof(
  `${plane}/members/members.test.ts`,
  'people join a workspace, change their role and leave; the last owner stays',
)

/** Walks every operation of the control plane. */
const asEveryRole = proof(`${plane}/access/permissions.test.ts`, '$operation as $role: $may')

/**
 * TABLE: the test of each operation that the field's client does not have. What is not here: changes
 * have their line in the audit log's test, what reads is walked with every role.
 */
// oxfmt-ignore
const ourTests: Readonly<Record<string, ProvingTest>> = {
  listWorkspaceMembers:      joined,
  setWorkspaceMember:        joined,
  removeWorkspaceMember:     joined,
  setProjectMember:          proof(`${plane}/members/members.test.ts`, 'a project shows who is there by itself and who by its workspace, each once with the stronger role'),
  acceptInvite:              proof(`${plane}/invites/invites.test.ts`, 'an invitation lets in the person it is for, once'),
  checkOrganizationConnection: proof(onboarding, 'operators check the connections of their own project’s organizations'),
  getOnboarding:             proof(onboarding, 'shows its organization, and what to register at the provider'),
  setOnboardingConnection:   proof(onboarding, 'sets the connection up, which is tried before it counts'),
  checkOnboardingConnection: proof(onboarding, 'sets the connection up, which is tried before it counts'),
  listWorkspaceInvites:      invited,
  listProjectInvites:        proof(`${plane}/access/permissions.test.ts`, '$operation as $role: $may, but nothing of its workspace'),
  listWorkspaceAudit:        read,
  exportWorkspaceAudit:      asCsv,
  listProjectRevisions:      revisions,
  getProjectRevision:        revisions,
  getEventStream:            proof(streams, 'delivers what happens to people and to the project, and shows how it fares'),
  pauseEventStream:          proof(streams, 'is paused and resumed, and buffers in between'),
  resumeEventStream:         proof(streams, 'is paused and resumed, and buffers in between'),
  replayEventStream:         proof(streams, 'replays from a time and from an event, never forward'),
  testEventStream:           proof(streams, 'is tried out with an event of its own, paused or not, and says what came of it'),
  listEventStreamDeliveries: proof(streams, 'lists its deliveries with the reason of each failure, and tries dead letters anew'),
  redriveEventStream:        proof(streams, 'lists its deliveries with the reason of each failure, and tries dead letters anew'),
  getEventStreamSecret:      proof(streams, 'tells its secret to those who may change it, and replaces it'),
  rotateEventStreamSecret:   proof(streams, 'tells its secret to those who may change it, and replaces it'),
  listProjectEvents:         proof(events, 'is read oldest first, page by page, with nothing left out'),
  listIdentityEvents:        proof(events, 'to one person is read newest first'),
  announceIdentityExport:    proof('packages/control-plane/src/people/people.test.ts', 'whoever takes all people along is written down before, and needs the right to see credentials to have those'),
  getSignInActivity:         proof(events, 'at sign-ins is counted, for a range that makes sense'),
}

/** Every call of the control plane, those of the field's client first. */
export function controlPlaneCalls(): readonly CallRow[] {
  const fields = new Set(fieldOperationNames())
  const all = documentedOperations()
  const [field, ours] = [
    all.filter(({ operation }) => fields.has(operation)),
    all.filter(({ operation }) => !fields.has(operation)),
  ]
  return [...field.map((one) => rowOf(one, testOfField(one))), ...ours.map((one) => rowOf(one, testOfOurs(one)))]
}

const portal = 'apps/console/app/onboarding/portal.server.ts'
const onOnboardingPage = (says: string): readonly Place[] => [at('console: onboarding', [portal, says])]

/** TABLE: what the page of an onboarding link calls: it enters no project. */
const onboardingPlaces: Readonly<Record<string, readonly Place[]>> = {
  getOnboarding: onOnboardingPage("'GET', '/onboarding/organization'"),
  setOnboardingConnection: onOnboardingPage("'PUT', '/onboarding/connection'"),
  checkOnboardingConnection: onOnboardingPage("'POST', '/onboarding/connection/check'"),
}

function rowOf({ operation, method, path }: DocumentedOperation, tests: readonly ProvingTest[]): CallRow {
  const inside = /^\/projects\/\{[^}]*\}\/admin\//.test(path)
  const places = [
    ...consolePlaces({ method, path }),
    ...(inside ? consolePlaces({ adminCall: operation }) : []),
    ...(onboardingPlaces[operation] ?? []),
  ]
  return {
    call: operation,
    wire: `${method} ${path}`,
    places,
    ...(places.length === 0 && { reason: forPrograms }),
    tests,
  }
}

/** Which table of walks has an operation. */
function walksOf(operation: string): string {
  if (/Workspace/.test(operation)) return 'workspaces'
  if (/Organization/.test(operation)) return 'organizations'
  return /EventStream/.test(operation) ? 'events' : 'projects'
}

function testOfField({ operation }: DocumentedOperation): readonly ProvingTest[] {
  return [
    {
      file: 'apps/gateway/src/projects/client-operations.test.ts',
      title: 'the field’s client, unchanged',
      row: operation,
      table: `apps/gateway/src/projects/client-walks/${walksOf(operation)}.fixture.ts`,
    },
  ]
}

function testOfOurs({ operation, method, path }: DocumentedOperation): readonly ProvingTest[] {
  const named = ourTests[operation]
  if (named !== undefined) return [named]
  if (method !== 'GET') return [{ ...audited, row: operation }]
  return [path.includes('/admin/') ? proof(people, 'reading leaves no line, and passes the query on') : asEveryRole]
}
