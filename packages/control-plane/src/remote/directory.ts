import type { Role, WorkspaceAccess } from '@gatehouse/contract/operators'

import type { Clock } from '@gatehouse/platform/work'
import type { Refusal } from '../http/answer.ts'
import type { Workspace } from '../model/workspace-store.ts'
import { remoteOperations } from './gate.ts'
import { type Listing, listRemote } from './listing.ts'
import type { Reach } from './reach.ts'

/** The workspaces of a remote control plane that an operator may enter. */
export interface RemoteScopes {
  readonly workspaces: readonly WorkspaceAccess[]
  /** The reason why the workspaces are unknown. */
  readonly missing: (Refusal & { readonly origin: string }) | undefined
}

/** Caches the resources at a remote control plane for a moment, so that not every page calls it. */
export interface RemoteDirectory {
  scopesFor(role: Role, home: Workspace): Promise<RemoteScopes>
  /** Returns the name of a workspace or a project, if it is known. */
  nameOf(id: string): string
  /** Called after every change: the next page asks again. */
  forget(): void
}

/** The time for which names are cached, in milliseconds. Permissions are not cached: each call checks them. */
const keptMs = 5_000

/** Creates the directory of a remote control plane. */
export function createRemoteDirectory(reach: Reach, url: URL, clock: Clock): RemoteDirectory {
  let kept: { readonly at: number; readonly listing: Promise<Listing> } | undefined
  const names = new Map<string, string>()

  const listing = (): Promise<Listing> => {
    const now = clock()
    if (kept === undefined || now - kept.at >= keptMs || now < kept.at) {
      kept = { at: now, listing: listRemote(reach) }
    }
    return kept.listing
  }
  const learn = ({ id, name }: { readonly id: string; readonly name: string }) => void names.set(id, name)

  return {
    scopesFor: async (role, home) => {
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
): readonly WorkspaceAccess[] {
  const may = remoteOperations(role)
  return found.map(({ id, name, projects }) => ({
    id,
    // The field's workspaces have none.
    slug: id,
    name,
    secondFactorRequired: home.secondFactorRequired,
    remoteOrigin: url.origin,
    role,
    may,
    // A remote control plane does not report how it runs its projects.
    isRemote: false,
    projects: projects.map(({ id, slug, name, environment, host }) => {
      // Control plane and projects have the same scheme.
      const origin = host === undefined ? undefined : `${url.protocol}//${host}`
      return { id, slug, name, environment, isDefault: false, origin, role, may, isRemote: false, runningJobs: 0 }
    }),
  }))
}
