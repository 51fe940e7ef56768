import type { ScopeData } from '../scopes/scope-data.ts'
import { type NavigationGroup, type NavigationRow, projectNavigation, workspaceNavigation } from './navigation.ts'

type Scope = Pick<ScopeData, 'workspace' | 'project'>

/** A line of the navigation, with its address. */
export interface ListedRow extends NavigationRow {
  readonly href: string
}

/** The same, in its group. */
export interface ListedGroup extends Pick<NavigationGroup, 'id'> {
  readonly rows: readonly ListedRow[]
}

/** Returns the address of the pages of the current scope: its project's, or its workspace's. */
export function rootOf({ workspace, project }: Scope): string {
  return `/w/${workspace.slug}${project === undefined ? '' : `/p/${project.slug}`}`
}

/** Returns the lines of that scope that the operator may use, in their groups. */
export function navigationOf(scope: Scope): readonly ListedGroup[] {
  const { workspace, project } = scope
  const { may } = project ?? workspace
  const listed = (row: NavigationRow): readonly ListedRow[] => {
    const isOfWorkspace = row.isOfWorkspace === true
    if (!(isOfWorkspace ? workspace.may : may).includes(row.needs)) return []
    const root = isOfWorkspace ? rootOf({ workspace, project: undefined }) : rootOf(scope)
    return [{ ...row, href: row.path === '' ? root : `${root}/${row.path}` }]
  }
  return (project === undefined ? workspaceNavigation : projectNavigation)
    .map(({ rows, ...group }) => ({ ...group, rows: rows.flatMap(listed) }))
    .filter(({ rows }) => rows.length > 0)
}
