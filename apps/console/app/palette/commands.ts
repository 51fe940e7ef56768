import type { IconName } from '@gatehouse/design/content'
import type { KeyPart } from '@gatehouse/i18n/translator'
import { icons } from '../page/icons.ts'

/** Something to do, as the palette offers it. */
export interface Command {
  /** Key of the text: `command.<id>` of `console`. */
  readonly id: Exclude<KeyPart<'console', 'command.'>, `copy_${string}`>
  readonly icon: IconName
  /** The operation without which it is not offered. */
  readonly needs: string
  /** The page that does it, below the project; for `workspace` below the workspace. */
  readonly path: string
  readonly scope: 'project' | 'workspace'
}

/** TABLE: what the palette offers to do. */
// prettier-ignore
export const commands: readonly Command[] = [
  { id: 'person',       icon: 'user',         needs: 'createIdentity',        path: 'people/new',                  scope: 'project' },
  { id: 'import',       icon: icons.layers,   needs: 'createImport',          path: 'people/import',               scope: 'project' },
  { id: 'export',       icon: 'download',     needs: 'announceIdentityExport', path: 'people/export',              scope: 'project' },
  { id: 'organization', icon: icons.building, needs: 'createOrganization',    path: 'organizations/new',           scope: 'project' },
  { id: 'provider',     icon: 'globe',        needs: 'patchProjectWithRevision', path: 'configuration/providers/new', scope: 'project' },
  { id: 'history',      icon: 'clock',        needs: 'listProjectRevisions',  path: 'configuration/revisions',     scope: 'project' },
  { id: 'stream',       icon: 'link',         needs: 'createEventStream',     path: 'streams/new',                 scope: 'project' },
  { id: 'failures',     icon: 'alert',        needs: 'listProjectEvents',     path: 'events?type=LoginFailed',     scope: 'project' },
  { id: 'project',      icon: 'apps',         needs: 'createProject',         path: 'new-project',                 scope: 'workspace' },
  { id: 'invite',       icon: icons.people,   needs: 'createWorkspaceInvite', path: 'members',                     scope: 'workspace' },
]
