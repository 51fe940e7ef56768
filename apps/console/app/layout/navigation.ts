import type { IconName } from '@gatehouse/design/content'
import type { KeyPart } from '@gatehouse/i18n/translator'

/** One line of the navigation. */
export interface NavigationRow {
  /** Whose pages: `/w/{workspace}/…` or `/w/{workspace}/p/{project}/…`. */
  readonly scope: 'project' | 'workspace'
  /** The last part of the address; empty for the scope's own page. */
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
  { scope: 'project',   path: '',         label: 'nav.project',  icon: 'apps',   needs: 'getProject' },
  { scope: 'project',   path: 'people',   label: 'nav.people',   icon: 'people', needs: 'listIdentities' },
  { scope: 'project',   path: 'organizations', label: 'nav.organizations', icon: 'building', needs: 'listOrganizations' },
  { scope: 'project',   path: 'sessions', label: 'nav.sessions', icon: 'laptop', needs: 'listSessions' },
  { scope: 'project',   path: 'messages', label: 'nav.messages', icon: 'mail',   needs: 'listCourierMessages' },
  { scope: 'project',   path: 'events',   label: 'nav.events',   icon: 'pulse',  needs: 'listProjectEvents' },
  { scope: 'project',   path: 'streams',  label: 'nav.streams',  icon: 'link',   needs: 'listEventStreams' },
  { scope: 'project',   path: 'jobs',     label: 'nav.jobs',     icon: 'list',   needs: 'listIdentities', counts: 'running' },
  { scope: 'project',   path: 'schemas',  label: 'nav.schemas',  icon: 'braces', needs: 'listIdentitySchemas' },
  { scope: 'project',   path: 'configuration', label: 'nav.configuration', icon: 'sliders', needs: 'getProject' },
  { scope: 'project',   path: 'keys',     label: 'nav.keys',     icon: 'key',    needs: 'listProjectApiKeys' },
  { scope: 'project',   path: 'audit',    label: 'nav.audit',    icon: 'clock',  needs: 'listProjectAudit' },
  { scope: 'project',   path: 'settings', label: 'nav.settings', icon: 'gear',   needs: 'getProject' },
  { scope: 'workspace', path: '',         label: 'nav.overview', icon: 'apps',   needs: 'getWorkspace' },
  { scope: 'workspace', path: 'members',  label: 'nav.members',  icon: 'people', needs: 'listWorkspaceMembers' },
  { scope: 'workspace', path: 'keys',     label: 'nav.keys',     icon: 'key',    needs: 'listWorkspaceApiKeys' },
  { scope: 'workspace', path: 'audit',    label: 'nav.audit',    icon: 'clock',  needs: 'listWorkspaceAudit' },
  { scope: 'workspace', path: 'settings', label: 'nav.settings', icon: 'gear',   needs: 'getWorkspace' },
]
