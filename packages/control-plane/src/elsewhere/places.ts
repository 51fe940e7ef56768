import type { Role, WorkspacePlace } from '@gatehouse/contract/operator-places'

import type { Clock } from '@gatehouse/platform/clock'
import type { Refusal } from '../http/answer.ts'
import type { Workspace } from '../workspaces/store.ts'
import { operationsElsewhere } from './gate.ts'
import { type Listing, listElsewhere } from './listing.ts'
import type { Reach } from './reach.ts'

/** What an operator may enter elsewhere. */
export interface PlacesElsewhere {
  readonly workspaces: readonly WorkspacePlace[]
  /** Why nobody knows what is there. */
  readonly missing: (Refusal & { readonly origin: string }) | undefined
}

/** Knows for a moment what there is elsewhere, so that not every page asks the network. */
export interface ElsewhereDirectory {
  placesFor(role: Role, home: Workspace): Promise<PlacesElsewhere>
  /** The name of a workspace or a project, as far as it has been heard of. */
  nameOf(id: string): string
  /** To be called after every change: the next page asks anew. */
  forget(): void
}

/** How long names are believed, in milliseconds. What somebody may do is never kept: it is asked for each time. */
const keptMs = 5_000

/** Makes the directory of a control plane elsewhere, over the network. */
export function createElsewhereDirectory(reach: Reach, url: URL, clock: Clock): ElsewhereDirectory {
  let kept: { readonly at: number; readonly listing: Promise<Listing> } | undefined
  const names = new Map<string, string>()

  const listing = (): Promise<Listing> => {
    const now = clock()
    if (kept === undefined || now - kept.at >= keptMs || now < kept.at) {
      kept = { at: now, listing: listElsewhere(reach) }
    }
    return kept.listing
  }
  const learn = ({ id, name }: { readonly id: string; readonly name: string }) => void names.set(id, name)

  return {
    placesFor: async (role, home) => {
      const found = await listing()
      if (found.kind === 'failed') return { workspaces: [], missing: { ...found.refusal, origin: url.origin } }
      names.clear()
      for (const workspace of found.workspaces) [workspace, ...workspace.projects].forEach(learn)
      return { workspaces: enterable(found.workspaces, { role, home, url }), missing: undefined }
    },
    nameOf: (id) => names.get(id) ?? id,
    forget: () => {
      kept = undefined
    },
  }
}

function enterable(
  found: Extract<Listing, { kind: 'listed' }>['workspaces'],
  { role, home, url }: { readonly role: Role; readonly home: Workspace; readonly url: URL },
): readonly WorkspacePlace[] {
  const may = operationsElsewhere(role)
  return found.map(({ id, name, projects }) => ({
    id,
    // The field's workspaces have none.
    slug: id,
    name,
    secondFactorRequired: home.secondFactorRequired,
    elsewhere: url.origin,
    role,
    may,
    // How a control plane elsewhere runs its projects is its own matter.
    isRemote: false,
    projects: projects.map(({ id, slug, name, environment, host }) => {
      // Control plane and projects are behind the same kind of front.
      const origin = host === undefined ? undefined : `${url.protocol}//${host}`
      return { id, slug, name, environment, isDefault: false, origin, role, may, isRemote: false }
    }),
  }))
}
