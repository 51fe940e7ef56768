import type { Role, WorkspaceAccess } from '@gatehouse/contract/operators'

import type { Clock } from '@gatehouse/platform/work'
import type { Refusal } from '../http/answer.ts'
import type { AuditStore } from '../model/audit-store.ts'
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
  /** Returns the name of a workspace or a project; its id if there is none. */
  nameOf(id: string): Promise<string>
  /** The next page asks again. */
  forget(): void
}

/** The time for which names are cached, in milliseconds. Permissions are not cached: each call checks them. */
const keptMs = 5_000

/** Creates the directory of a remote control plane. Each change there is a line of the audit log here. */
export function createRemoteDirectory(
  reach: Reach,
  url: URL,
  clock: Clock,
  audit: Pick<AuditStore, 'lastPosition'>,
): RemoteDirectory {
  let kept: { readonly at: number; readonly position: number; readonly listing: Promise<Listing> } | undefined
  const names = new Map<string, string>()

  async function list(): Promise<Listing> {
    const [now, position] = [clock(), await audit.lastPosition()]
    // Another process may have changed something there.
    if (kept === undefined || kept.position !== position || now - kept.at >= keptMs || now < kept.at) {
      kept = { at: now, position, listing: listRemote(reach) }
    }
    const found = await kept.listing
    if (found.kind === 'failed') return found
    names.clear()
    for (const workspace of found.workspaces) {
      for (const { id, name } of [workspace, ...workspace.projects]) names.set(id, name)
    }
    return found
  }

  return {
    scopesFor: async (role, home) => {
      const found = await list()
      if (found.kind === 'failed') return { workspaces: [], missing: { ...found.refusal, origin: url.origin } }
      return { workspaces: enterable(found.workspaces, { role, home, url }), missing: undefined }
    },
    nameOf: async (id) => {
      if (!names.has(id)) await list()
      return names.get(id) ?? id
    },
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
