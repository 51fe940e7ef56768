import type { ListedPlace } from '@gatehouse/contract/operator-places'

/** A place as the lists of the console show it, here or at a control plane elsewhere. */
export type ShownPlace = ListedPlace & {
  /** The origin of the control plane that has it; undefined: this one. */
  readonly elsewhere: string | undefined
}

/** Where a place's own page is. */
export function addressOfPlace({ workspace, project }: ListedPlace): string {
  return project === undefined ? `/w/${workspace.slug}` : `/w/${workspace.slug}/p/${project.slug}`
}

/** Places that follow each other and are of one workspace. */
export interface PlaceGroup {
  readonly workspace: ShownPlace['workspace']
  readonly elsewhere: string | undefined
  readonly places: readonly ShownPlace[]
}

/** Puts the places of a list below their workspaces, in the order of the list. */
export function groupPlaces(places: readonly ShownPlace[]): readonly PlaceGroup[] {
  const ids = [...new Set(places.map(({ workspace }) => workspace.id))]
  return ids.flatMap((id) => {
    const own = places.filter(({ workspace }) => workspace.id === id)
    const [first] = own
    return first === undefined ? [] : [{ workspace: first.workspace, elsewhere: first.elsewhere, places: own }]
  })
}
