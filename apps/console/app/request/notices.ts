import type { QualifiedKey } from '@gatehouse/i18n/translator'
import type { ConsoleNamespace } from '../text/namespaces.ts'

/** TABLE: the notices that a page can show about the action on the page before. */
export const notices = [
  'console:work.finished.activate',
  'console:work.finished.deactivate',
  'console:work.finished.delete',
  'console:work.finished.import',
  'console:work.finished.revoke',
  'console_branding:done.discarded',
  'console_branding:done.published',
  'console_branding:done.restored',
  'console_branding:done.test_sent',
  'console_events:edit.saved',
  'console_events:new.made',
  'console_events:redrive.done',
  'console_events:replay.done',
  'console_events:secret.rotated',
  'console_events:stream.deleted',
  'console_events:stream.paused',
  'console_events:stream.resumed',
  'console_organizations:connection.saved',
  'console_organizations:connections.removed',
  'console_organizations:delete.done',
  'console_organizations:fields.saved',
  'console_organizations:links.revoked',
  'console_organizations:new.made',
  'console_people:address.gone',
  'console_people:address.sent',
  'console_people:address.verified_now',
  'console_people:message.resent',
  'console_people:people.search_removed',
  'console_people:people.search_saved',
  'console_people:person.activated',
  'console_people:person.created',
  'console_people:person.credential_removed',
  'console_people:person.deactivated',
  'console_people:person.deleted',
  'console_people:person.saved',
  'console_people:person.session_extended',
  'console_people:person.session_not_extended',
  'console_people:person.session_revoked',
  'console_people:person.sessions_revoked',
  'console_people:session.ended_of',
  'console_people:session.restored',
  'console_people:session.restored_of',
  'console_people:session.stays_ended',
  'console_projects:configuration.saved',
  'console_projects:configuration.saved_with_warnings',
  'console_projects:delete.done',
  'console_projects:delete.done_archived',
  'console_projects:delete.done_elsewhere',
  'console_projects:new.made',
  'console_projects:settings.saved',
  'console_workspace:keys.revoked',
  'console_workspace:members.done.left',
  'console_workspace:members.done.remove',
  'console_workspace:members.done.revoke',
  'console_workspace:members.done.role',
  'console_workspace:settings.saved',
] as const satisfies readonly QualifiedKey<ConsoleNamespace>[]

/** One of them. */
export type NoticeKey = (typeof notices)[number]

/** The last action, in a sentence. */
export interface ShownNotice {
  readonly text: string
  /** `intent` of the form that takes it back; undefined: nothing does. */
  readonly undo: string | undefined
  /** It was refused. */
  readonly isRefusal: boolean
}
