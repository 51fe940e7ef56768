import type { ListedScope } from '@gatehouse/contract/operators'

/** A scope as the lists of the console show it, here or at a remote control plane. */
export type ShownScope = ListedScope & {
  /** The origin of its control plane; undefined: this one. */
  readonly remoteOrigin: string | undefined
}

/** Returns the address of a scope's own page. */
export function addressOfScope({ workspace, project }: ListedScope): string {
  return project === undefined ? `/w/${workspace.slug}` : `/w/${workspace.slug}/p/${project.slug}`
}

/** Scopes that follow each other and are of one workspace. */
export interface ScopeGroup {
  readonly workspace: ShownScope['workspace']
  readonly remoteOrigin: string | undefined
  readonly scopes: readonly ShownScope[]
}

/** Puts the scopes of a list below their workspaces, in the order of the list. */
export function groupScopes(scopes: readonly ShownScope[]): readonly ScopeGroup[] {
  const ids = [...new Set(scopes.map(({ workspace }) => workspace.id))]
  return ids.flatMap((id) => {
    const own = scopes.filter(({ workspace }) => workspace.id === id)
    const [first] = own
    return first === undefined ? [] : [{ workspace: first.workspace, remoteOrigin: first.remoteOrigin, scopes: own }]
  })
}
