import type { EventEnvelope, EventSource } from '@gatehouse/contract/events'
import { integer, oneOf, text, type Row, type Database } from '@gatehouse/platform/database'
import { z } from 'zod'

const data = z.strictObject({
  operation: z.string().describe('operation of the control plane'),
  target_kind: z.string().describe('what it was done to: `project`, `API key`, `organization`…'),
  target_id: z.string().describe('its id'),
})

const meanings = {
  ProjectCreated: 'The project was made.',
  ProjectUpdated: 'Name, configuration or CORS of the project changed.',
  ProjectDeleted:
    'The project was taken off the air. Its streams go with it, so this reaches only those who read the log.',
  APIKeyCreated: 'An API key of the project was made.',
  APIKeyDeleted: 'An API key of the project was revoked.',
  ProjectMemberInviteCreated: 'A person was invited to the project.',
  ProjectMemberInviteAccepted: 'An invitation was accepted.',
  ProjectMemberInviteCancelled: 'An invitation was taken back.',
  ProjectMemberRemoved: 'A member was removed from the project.',
  OrganizationCreated: 'An organization was made.',
  OrganizationUpdated: 'An organization changed.',
  OrganizationDeleted: 'An organization was deleted.',
  OrganizationOnboardingPortalLinkCreated: 'An onboarding link was made.',
  OrganizationOnboardingPortalLinkUpdated: 'An onboarding link changed.',
  OrganizationOnboardingPortalLinkDeleted: 'An onboarding link was deleted.',
  EventStreamCreated: 'An event stream was made.',
  EventStreamUpdated: 'An event stream changed: destination, status, secret.',
  EventStreamDeleted: 'An event stream was deleted.',
  EventStreamTest:
    'An operator asked for it, to see whether a stream arrives. It goes to that stream alone, at once, and is in no list; its `sequence` is 0.',
  OperationPerformed: 'An operator or a key did anything else that the audit log has a line for.',
} as const
type ProjectEventType = keyof typeof meanings

/** TABLE: every event of the control plane, as the documentation draws it. Each is a line of the audit log. */
export const projectEvents: Readonly<
  Record<string, { readonly version: number; readonly meaning: string; readonly data: z.ZodObject }>
> = Object.fromEntries(Object.entries(meanings).map(([type, meaning]) => [type, { version: 1, meaning, data }]))

/** TABLE: which event an operation is; the others are `OperationPerformed`. */
const types: Readonly<Record<string, ProjectEventType>> = {
  createProject: 'ProjectCreated',
  setProject: 'ProjectUpdated',
  patchProject: 'ProjectUpdated',
  patchProjectWithRevision: 'ProjectUpdated',
  purgeProject: 'ProjectDeleted',
  purgeProjectConfirmed: 'ProjectDeleted',
  createProjectApiKey: 'APIKeyCreated',
  deleteProjectApiKey: 'APIKeyDeleted',
  createProjectInvite: 'ProjectMemberInviteCreated',
  acceptInvite: 'ProjectMemberInviteAccepted',
  revokeProjectInvite: 'ProjectMemberInviteCancelled',
  removeProjectMember: 'ProjectMemberRemoved',
  createOrganization: 'OrganizationCreated',
  updateOrganization: 'OrganizationUpdated',
  deleteOrganization: 'OrganizationDeleted',
  createOrganizationOnboardingPortalLink: 'OrganizationOnboardingPortalLinkCreated',
  updateOrganizationOnboardingPortalLink: 'OrganizationOnboardingPortalLinkUpdated',
  deleteOrganizationOnboardingPortalLink: 'OrganizationOnboardingPortalLinkDeleted',
  setOnboardingConnection: 'OrganizationUpdated',
  createEventStream: 'EventStreamCreated',
  setEventStream: 'EventStreamUpdated',
  rotateEventStreamSecret: 'EventStreamUpdated',
  deleteEventStream: 'EventStreamDeleted',
}

/** The type of an operation without a specific type. */
const others = 'OperationPerformed'

/** Returns the operations with events of a type; for `OperationPerformed` those without it. */
function operationsOf(type: string | undefined): readonly string[] {
  const own = Object.entries(types).filter(([, one]) => type === others || one === type)
  return own.map(([operation]) => operation)
}

/** Returns the event that tests a stream: created for the test alone, and not stored. `id`: a new UUID. */
export function testEvent(about: {
  readonly id: string
  readonly projectId: string
  readonly streamId: string
  readonly actor: EventEnvelope['actor']
  readonly now: number
}): EventEnvelope {
  return {
    id: about.id,
    type: 'EventStreamTest' satisfies ProjectEventType,
    source: 'project',
    schema_version: 1,
    sequence: 0,
    time: new Date(about.now).toISOString(),
    project_id: about.projectId,
    identity_id: null,
    session_id: null,
    flow_id: null,
    actor: about.actor,
    client: null,
    data: { operation: 'testEventStream', target_kind: 'event stream', target_id: about.streamId },
  }
}

/** Turns the audit log of a project into an outbox of events: the changes by operators and keys. Names are omitted. */
export function createProjectEvents(database: Database): (projectId: string) => EventSource {
  const columns = 'position, id, at, actor_kind, actor_id, operation, target_kind, target_id'
  const latest = database.prepare('SELECT coalesce(max(position), 0) AS position FROM audit_log WHERE project_id = ?')
  const tail = database.prepare(
    `SELECT ${columns} FROM audit_log WHERE project_id = ? AND position > ? ORDER BY position LIMIT ?`,
  )
  const newest = database.prepare(
    `SELECT ${columns} FROM audit_log WHERE project_id = :project AND position < :before AND (
       (:type = '${others}' AND operation NOT IN (SELECT value FROM json_each(:operations)))
       OR (:type <> '${others}' AND operation IN (SELECT value FROM json_each(:operations)))
       OR :type IS NULL
     ) ORDER BY position DESC LIMIT :limit`,
  )
  const count = database.prepare(
    'SELECT count(*) AS total FROM audit_log WHERE project_id = ? AND position > ? AND position <= ?',
  )
  const before = database.prepare(
    'SELECT coalesce(max(position), 0) AS position FROM audit_log WHERE project_id = ? AND at < ?',
  )
  return (projectId) => ({
    tail: async ({ after, limit }) => (await tail.all(projectId, after, limit)).map((row) => eventOf(row, projectId)),
    latest: async () => integer((await latest.get(projectId)) ?? {}, 'position'),
    sequenceBefore: async (time) => integer((await before.get(projectId, time)) ?? {}, 'position'),
    newest: async ({ before: end, limit, type, identityId }) => {
      // Events of a project concern no account.
      if (identityId !== undefined) return []
      const operations = JSON.stringify(operationsOf(type))
      const rows = await newest.all({ project: projectId, before: end, type: type ?? null, operations, limit })
      return rows.map((row) => eventOf(row, projectId))
    },
    count: async ({ after, upTo }) => integer((await count.get(projectId, after, upTo)) ?? {}, 'total'),
    types: Object.keys(meanings),
    // There is no signal: readers poll every few seconds, as these events are rare.
    onStored: () => () => undefined,
  })
}

function eventOf(row: Row, projectId: string): EventEnvelope {
  const operation = text(row, 'operation')
  const kind = oneOf(row, 'actor_kind', ['operator', 'key', 'link', 'system'])
  return {
    id: text(row, 'id'),
    type: types[operation] ?? others,
    source: 'project',
    schema_version: 1,
    sequence: integer(row, 'position'),
    time: new Date(integer(row, 'at')).toISOString(),
    project_id: projectId,
    identity_id: null,
    session_id: null,
    flow_id: null,
    actor: { type: kind === 'system' ? 'system' : 'operator', id: text(row, 'actor_id') },
    client: null,
    data: { operation, target_kind: text(row, 'target_kind'), target_id: text(row, 'target_id') },
  }
}
