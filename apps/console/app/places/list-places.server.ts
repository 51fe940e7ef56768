import type { ListedPlace, WorkspacePlace } from '@gatehouse/contract/operator-places'
import { askedFor, pageSize, pagesOf } from '../control-plane/list.server.ts'
import { placesElsewhere } from '../control-plane/places.server.ts'
import { stalePage } from '../failure/fail.server.ts'
import type { ConsoleRequest } from '../request/console-request.ts'
import type { ShownPlace } from './listed-place.ts'

/** The page of an operator's places that the address names. What is elsewhere comes last. */
export async function listPlaces(page: ConsoleRequest, identityId: string) {
  const q = askedFor(page, 'q').slice(0, 200)
  const token = askedFor(page, 'page_token')
  const here = page.controlPlane.listPlaces(identityId, { size: pageSize, token, q: q === '' ? undefined : q })
  if (here.kind === 'stale') throw stalePage(page, q === '' ? '?' : `?${new URLSearchParams({ q })}`)
  const { workspaces, missing } = await placesElsewhere(page, identityId)
  const elsewhere = here.next === undefined ? workspaces.flatMap(placesIn).filter((place) => isFound(place, q)) : []
  const places: readonly ShownPlace[] = [
    ...here.places.map((place) => ({ ...place, elsewhere: undefined })),
    ...elsewhere,
  ]
  return { q, places, missing, pages: pagesOf(page, 'page_token', here) }
}

/** The first place of a kind. */
export function firstPlace(
  { controlPlane }: ConsoleRequest,
  identityId: string,
  kind: 'workspace' | 'project',
): ListedPlace | undefined {
  const found = controlPlane.listPlaces(identityId, { size: 1, kind })
  return found.kind === 'listed' ? found.places[0] : undefined
}

/** How many places the switch shows: of the workspace where one is, and of each other one. */
const most = { near: 25, far: 10 } as const

/** Places for the switch: those of the workspace where one is, then others. */
export async function nearPlaces(
  page: ConsoleRequest,
  identityId: string,
  { id, elsewhere }: Pick<WorkspacePlace, 'id' | 'elsewhere'>,
): Promise<readonly ShownPlace[]> {
  const read = (wanted: { size: number; within?: string; without?: string }) => {
    const found = page.controlPlane.listPlaces(identityId, wanted)
    return found.kind === 'listed' ? found.places.map((place) => ({ ...place, elsewhere: undefined })) : []
  }
  const { workspaces } = await placesElsewhere(page, identityId)
  const there = workspaces.flatMap((workspace) => placesIn(workspace).slice(0, most.near))
  const own =
    elsewhere === undefined
      ? read({ size: most.near, within: id })
      : there.filter(({ workspace }) => workspace.id === id)
  const others = [...read({ size: most.far, without: id }), ...there.filter(({ workspace }) => workspace.id !== id)]
  return [...own, ...others]
}

function placesIn(place: WorkspacePlace): readonly ShownPlace[] {
  const { id, slug, name, elsewhere, role, projects } = place
  const workspace = { id, slug, name }
  const own = role === undefined ? [] : [{ workspace, project: undefined, elsewhere }]
  return [...own, ...projects.map((project) => ({ workspace, project: shown(project), elsewhere }))]
}

function shown({ slug, name, environment }: WorkspacePlace['projects'][number]) {
  return { slug, name, environment }
}

function isFound({ workspace, project }: ShownPlace, q: string): boolean {
  return (project ?? workspace).name.toLowerCase().includes(q.toLowerCase())
}
