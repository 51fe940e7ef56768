import type { ListedScope, WorkspaceAccess } from '@gatehouse/contract/operators'
import { askedFor, pageSize, pagesOf } from './list.server.ts'
import { remoteScopes } from './remote-scopes.server.ts'
import { stalePage } from '../failure/fail.server.ts'
import type { ConsoleRequest } from '../request/console-request.ts'
import type { ShownScope } from '../scopes/listed-scope.ts'

/** The page of an operator's scopes that the address names. Those of a remote control plane come last. */
export async function listScopes(page: ConsoleRequest, identityId: string) {
  const q = askedFor(page, 'q').slice(0, 200)
  const token = askedFor(page, 'page_token')
  const here = await page.controlPlane.listScopes(identityId, { size: pageSize, token, q: q === '' ? undefined : q })
  if (here.kind === 'stale') throw stalePage(page, q === '' ? '?' : `?${new URLSearchParams({ q })}`)
  const { workspaces, missing } = await remoteScopes(page, identityId)
  const remote = here.next === undefined ? workspaces.flatMap(scopesIn).filter((scope) => isFound(scope, q)) : []
  const scopes: readonly ShownScope[] = [
    ...here.scopes.map((scope) => ({ ...scope, remoteOrigin: undefined })),
    ...remote,
  ]
  return { q, scopes, missing, pages: pagesOf(page, 'page_token', here) }
}

/** The first scope of a kind. */
export async function firstScope(
  { controlPlane }: ConsoleRequest,
  identityId: string,
  kind: 'workspace' | 'project',
): Promise<ListedScope | undefined> {
  const found = await controlPlane.listScopes(identityId, { size: 1, kind })
  return found.kind === 'listed' ? found.scopes[0] : undefined
}

/** The project of a workspace that has one only. */
export async function onlyProject(
  { controlPlane }: ConsoleRequest,
  identityId: string,
  { workspace, project }: ListedScope,
): Promise<ListedScope | undefined> {
  if (project !== undefined) return undefined
  const found = await controlPlane.listScopes(identityId, { size: 2, kind: 'project', within: workspace.id })
  return found.kind === 'listed' && found.scopes.length === 1 ? found.scopes[0] : undefined
}

/** The most scopes in the switch: of the current workspace, and of each other one. */
const most = { near: 25, far: 10 } as const

/** Lists scopes for the switch: those of the current workspace, then others. */
export async function nearScopes(
  page: ConsoleRequest,
  identityId: string,
  { id, remoteOrigin }: Pick<WorkspaceAccess, 'id' | 'remoteOrigin'>,
): Promise<readonly ShownScope[]> {
  const read = async (wanted: { size: number; within?: string; without?: string }) => {
    const found = await page.controlPlane.listScopes(identityId, wanted)
    return found.kind === 'listed' ? found.scopes.map((scope) => ({ ...scope, remoteOrigin: undefined })) : []
  }
  const { workspaces } = await remoteScopes(page, identityId)
  const there = workspaces.flatMap((workspace) => scopesIn(workspace).slice(0, most.near))
  const own =
    remoteOrigin === undefined
      ? await read({ size: most.near, within: id })
      : there.filter(({ workspace }) => workspace.id === id)
  const others = [
    ...(await read({ size: most.far, without: id })),
    ...there.filter(({ workspace }) => workspace.id !== id),
  ]
  return [...own, ...others]
}

function scopesIn(scope: WorkspaceAccess): readonly ShownScope[] {
  const { id, slug, name, remoteOrigin, role, projects } = scope
  const workspace = { id, slug, name }
  const own = role === undefined ? [] : [{ workspace, project: undefined, remoteOrigin }]
  return [...own, ...projects.map((project) => ({ workspace, project: shown(project), remoteOrigin }))]
}

function shown({ slug, name, environment }: WorkspaceAccess['projects'][number]) {
  return { slug, name, environment }
}

function isFound({ workspace, project }: ShownScope, q: string): boolean {
  return (project ?? workspace).name.toLowerCase().includes(q.toLowerCase())
}
