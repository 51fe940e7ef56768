import type { Database } from '@gatehouse/platform/database'
import type { organizationContract } from '@gatehouse/contract/control-plane'
import type { CallOf, HandlersOf, ProjectCall } from '../access/call.ts'
import { emptyAnswer, jsonAnswer, RefusalError } from '../http/answer.ts'
import { cut, pageAnswer, pageOf } from '../http/paging.ts'
import type { ProjectChanges } from '../projects/changes.ts'
import { changedOrganization, newOrganization, requireFreeDomains } from '../projects/replace-organizations.ts'
import { presentOrganization } from '../model/present-organization.ts'
import type { Organization, OrganizationStore } from '../model/organization-store.ts'

/** The dependencies of organizations. Writes go through `changes`, which informs the project's identity service. */
export interface OrganizationDeps {
  readonly database: Database
  readonly organizations: OrganizationStore
  readonly changes: ProjectChanges
}

/** The operations on organizations of a project: those of Ory, including the deprecated ones. */
export function organizationOperations(deps: OrganizationDeps): HandlersOf<typeof organizationContract> {
  return {
    listOrganizations: (call) => list(deps, call),
    createOrganization: (call) => create(deps, call),
    getOrganization: async (call) =>
      jsonAnswer(200, { organization: presentOrganization(await requireOrganization(deps, call)) }),
    updateOrganization: (call) => update(deps, call),
    deleteOrganization: (call) => remove(deps, call),
  }
}

/** A call about one organization. */
export type OrganizationCall = Pick<ProjectCall, 'project'> & { readonly params: { readonly organization_id: string } }

/** The organization that the path names, of this project. Refuses with 404. */
export async function requireOrganization(
  { organizations }: Pick<OrganizationDeps, 'organizations'>,
  { project, params }: OrganizationCall,
): Promise<Organization> {
  const found = await organizations.find(project.id, params.organization_id)
  if (found === undefined) throw new RefusalError({ code: 404, reason: 'The project has no organization of this id.' })
  return found
}

async function list(
  { organizations }: OrganizationDeps,
  { project, url, query }: CallOf<'listOrganizations'>,
): Promise<Response> {
  const page = pageOf(query)
  const wanted = { domain: query.domain, q: query.q }
  const found = await organizations.list(project.id, wanted, page)
  const part = cut(found, page, ({ createdAt, id }) => ({ at: createdAt, id }))
  return pageAnswer(url, part, {
    organizations: part.shown.map(presentOrganization),
    has_next_page: part.hasMore,
    next_page_token: part.token,
  })
}

async function create(deps: OrganizationDeps, call: CallOf<'createOrganization'>): Promise<Response> {
  const body = await call.body()
  const organization = newOrganization(call.project, body, call.now)
  await deps.changes.organizations(call, async () => {
    await requireFreeDomains(deps.organizations, organization)
    await deps.organizations.insert(organization)
    await call.record({ kind: 'organization', id: organization.id, name: organization.label })
  })
  return jsonAnswer(201, presentOrganization(organization))
}

async function update(deps: OrganizationDeps, call: CallOf<'updateOrganization'>): Promise<Response> {
  const body = await call.body()
  const organization = await deps.changes.organizations(call, async () => {
    const changed = changedOrganization(call.project, await requireOrganization(deps, call), body, call.now)
    await requireFreeDomains(deps.organizations, changed)
    await deps.organizations.update(changed)
    await call.record({ kind: 'organization', id: changed.id, name: changed.label })
    return changed
  })
  return jsonAnswer(200, presentOrganization(organization))
}

async function remove(deps: OrganizationDeps, call: CallOf<'deleteOrganization'>): Promise<Response> {
  await deps.changes.organizations(call, async () => {
    const { id, label } = await requireOrganization(deps, call)
    await deps.organizations.remove(call.project.id, id)
    await call.record({ kind: 'organization', id, name: label })
  })
  return emptyAnswer()
}
