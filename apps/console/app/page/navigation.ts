import type { IconName } from '@gatehouse/design/content'
import type { KeyPart } from '@gatehouse/i18n/translator'
import { icons } from './icons.ts'

/** One line of the navigation. */
export interface NavigationRow {
  /** The last part of the address; empty for the scope's own page. */
  readonly path: string
  /** Key of the text, in the namespace `console`. */
  readonly label: `nav.${KeyPart<'console', 'nav.'>}`
  readonly icon: IconName
  /** The operation without which the page has nothing to show: without the permission for it the line is hidden. */
  readonly needs: string
  /** The count beside the label, if it is not zero. */
  readonly counts?: 'running' | 'people' | 'failed'
  /** A page of the workspace that the project belongs to. */
  readonly isOfWorkspace?: true
}

/** Lines that belong together. */
export interface NavigationGroup {
  /** Key of the heading: `nav.group.<id>`; absent: the scope's own page, above all headings. */
  readonly id?: KeyPart<'console', 'nav.group.'> | undefined
  readonly rows: readonly NavigationRow[]
}

/** TABLE: the navigation of a project, in its order. A page of a project is below `/w/{workspace}/p/{project}`. */
// prettier-ignore
export const projectNavigation: readonly NavigationGroup[] = [
  { rows: [
    { path: '',              label: 'nav.project',       icon: 'apps',         needs: 'getProject' },
  ] },
  { id: 'users', rows: [
    { path: 'people',        label: 'nav.people',        icon: icons.people,   needs: 'listIdentities', counts: 'people' },
    { path: 'organizations', label: 'nav.organizations', icon: icons.building, needs: 'listOrganizations' },
    { path: 'sessions',      label: 'nav.sessions',      icon: 'laptop',       needs: 'listSessions' },
    { path: 'jobs',          label: 'nav.jobs',          icon: icons.layers,   needs: 'listIdentities', counts: 'running' },
  ] },
  { id: 'authentication', rows: [
    { path: 'configuration', label: 'nav.configuration', icon: 'shield',       needs: 'getProject' },
    { path: 'schemas',       label: 'nav.schemas',       icon: icons.braces,   needs: 'listIdentitySchemas' },
    { path: 'branding',      label: 'nav.branding',      icon: icons.palette,  needs: 'getBranding' },
    { path: 'mails',         label: 'nav.mails',         icon: 'mail',         needs: 'getBranding' },
  ] },
  { id: 'monitor', rows: [
    { path: 'events',        label: 'nav.events',        icon: icons.pulse,    needs: 'listProjectEvents' },
    { path: 'messages',      label: 'nav.messages',      icon: icons.send,     needs: 'listCourierMessages', counts: 'failed' },
    { path: 'audit',         label: 'nav.audit',         icon: 'clock',        needs: 'listProjectAudit' },
  ] },
  { id: 'developers', rows: [
    { path: 'keys',          label: 'nav.keys',          icon: 'key',          needs: 'listProjectApiKeys' },
    { path: 'streams',       label: 'nav.streams',       icon: 'link',         needs: 'listEventStreams' },
    { path: 'settings',      label: 'nav.settings',      icon: 'gear',         needs: 'getProject' },
  ] },
  // The link to the whole workspace, also for an operator who begins in its only project.
  { id: 'workspace', rows: [
    { path: '',              label: 'nav.overview',      icon: 'list',         needs: 'getWorkspace',         isOfWorkspace: true },
    { path: 'members',       label: 'nav.members',       icon: icons.people,   needs: 'listWorkspaceMembers', isOfWorkspace: true },
  ] },
]

/** TABLE: the navigation of a workspace, in its order: shown on the pages below `/w/{workspace}` that are of no project. */
// prettier-ignore
export const workspaceNavigation: readonly NavigationGroup[] = [
  { rows: [
    { path: '',              label: 'nav.overview',      icon: 'apps',         needs: 'getWorkspace' },
  ] },
  { id: 'workspace', rows: [
    { path: 'members',       label: 'nav.members',       icon: icons.people,   needs: 'listWorkspaceMembers' },
    { path: 'keys',          label: 'nav.keys',          icon: 'key',          needs: 'listWorkspaceApiKeys' },
    { path: 'audit',         label: 'nav.audit',         icon: 'clock',        needs: 'listWorkspaceAudit' },
    { path: 'settings',      label: 'nav.settings',      icon: 'gear',         needs: 'getWorkspace' },
  ] },
]
