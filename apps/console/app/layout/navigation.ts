import type { IconName } from '@gatehouse/design/icon'
import type { KeyPart } from '@gatehouse/i18n/text-keys'

/** One line of the navigation. */
export interface NavigationRow {
  /** Whose pages: `/w/{workspace}/…` or `/w/{workspace}/p/{project}/…`. */
  readonly place: 'project' | 'workspace'
  /** The last part of the address; empty for the place's own page. */
  readonly path: string
  /** Key of the text, in the namespace `console`. */
  readonly label: `nav.${KeyPart<'console', 'nav.'>}`
  readonly icon: IconName
  /** The operation without which the page has nothing to show: who may not call it does not see the line. */
  readonly needs: string
  /** What is counted beside the label, while there is any. */
  readonly counts?: 'running'
}

/** TABLE: the console's navigation, in its order. */
// prettier-ignore
export const navigation: readonly NavigationRow[] = [
  { place: 'project',   path: '',         label: 'nav.project',  icon: 'apps',   needs: 'getProject' },
  { place: 'project',   path: 'people',   label: 'nav.people',   icon: 'people', needs: 'listIdentities' },
  { place: 'project',   path: 'organizations', label: 'nav.organizations', icon: 'building', needs: 'listOrganizations' },
  { place: 'project',   path: 'sessions', label: 'nav.sessions', icon: 'laptop', needs: 'listSessions' },
  { place: 'project',   path: 'messages', label: 'nav.messages', icon: 'mail',   needs: 'listCourierMessages' },
  { place: 'project',   path: 'events',   label: 'nav.events',   icon: 'pulse',  needs: 'listProjectEvents' },
  { place: 'project',   path: 'streams',  label: 'nav.streams',  icon: 'link',   needs: 'listEventStreams' },
  { place: 'project',   path: 'jobs',     label: 'nav.jobs',     icon: 'list',   needs: 'listIdentities', counts: 'running' },
  { place: 'project',   path: 'schemas',  label: 'nav.schemas',  icon: 'braces', needs: 'listIdentitySchemas' },
  { place: 'project',   path: 'configuration', label: 'nav.configuration', icon: 'sliders', needs: 'getProject' },
  { place: 'project',   path: 'keys',     label: 'nav.keys',     icon: 'key',    needs: 'listProjectApiKeys' },
  { place: 'project',   path: 'audit',    label: 'nav.audit',    icon: 'clock',  needs: 'listProjectAudit' },
  { place: 'project',   path: 'settings', label: 'nav.settings', icon: 'gear',   needs: 'getProject' },
  { place: 'workspace', path: '',         label: 'nav.overview', icon: 'apps',   needs: 'getWorkspace' },
  { place: 'workspace', path: 'members',  label: 'nav.members',  icon: 'people', needs: 'listWorkspaceMembers' },
  { place: 'workspace', path: 'keys',     label: 'nav.keys',     icon: 'key',    needs: 'listWorkspaceApiKeys' },
  { place: 'workspace', path: 'audit',    label: 'nav.audit',    icon: 'clock',  needs: 'listWorkspaceAudit' },
  { place: 'workspace', path: 'settings', label: 'nav.settings', icon: 'gear',   needs: 'getWorkspace' },
]
