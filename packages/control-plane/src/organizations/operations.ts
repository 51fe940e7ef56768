import type { Database } from '@gatehouse/platform/database'

import type { ProjectCall, Row } from '../access/call.ts'
import { emptyAnswer, jsonAnswer, RefusalError } from '../http/answer.ts'
import { cut, pageAnswer, pageOf, searchIn } from '../http/paging.ts'
import { requireUuid } from '../http/uuid.ts'
import type { ProjectChanges } from '../projects/changes.ts'
import { changedOrganization, newOrganization, requireFreeDomains } from './changes.ts'
import { organizationBody } from './fields.ts'
import { presentOrganization } from './present.ts'
import type { Organization, OrganizationStore } from './store.ts'

/** What keeping organizations takes. Writing goes through `changes`, which tells the project's identity service. */
export interface OrganizationDeps {
  readonly database: Database
  readonly organizations: OrganizationStore
  readonly changes: ProjectChanges
}

/** Organizations of a project: the field's operations, the deprecated ones as well. */
export function organizationOperations(deps: OrganizationDeps): readonly Row[] {
  const all = '/projects/{project_id}/organizations'
  const one = `${all}/{organization_id}`
  // prettier-ignore
  return [
    { operation: 'listOrganizations',  method: 'GET',    path: all, place: 'project', handle: (call) => list(deps, call) },
    { operation: 'createOrganization', method: 'POST',   path: all, place: 'project', handle: (call) => create(deps, call) },
    { operation: 'getOrganization',    method: 'GET',    path: one, place: 'project', handle: (call) => jsonAnswer(200, { organization: presentOrganization(requireOrganization(deps, call)) }) },
    { operation: 'updateOrganization', method: 'PUT',    path: one, place: 'project', handle: (call) => update(deps, call) },
    { operation: 'deleteOrganization', method: 'DELETE', path: one, place: 'project', handle: (call) => remove(deps, call) },
  ]
}

/** The organization that the path names, of this project. Refuses with 400 or 404. */
export function requireOrganization(
  { organizations }: Pick<OrganizationDeps, 'organizations'>,
  { project, params }: ProjectCall,
): Organization {
  const found = organizations.find(project.id, requireUuid(params['organization_id'], 'organization'))
  if (found === undefined) throw new RefusalError({ code: 404, reason: 'The project has no organization of this id.' })
  return found
}

function list({ organizations }: OrganizationDeps, { project, url }: ProjectCall): Response {
  const page = pageOf(url.searchParams)
  const domain = url.searchParams.get('domain')?.toLowerCase()
  const wanted = { domain: domain === '' ? undefined : domain, q: searchIn(url.searchParams) }
  const found = organizations.list(project.id, wanted, page)
  const part = cut(found, page, ({ createdAt, id }) => ({ at: createdAt, id }))
  return pageAnswer(url, part, {
    organizations: part.shown.map(presentOrganization),
    has_next_page: part.hasMore,
    next_page_token: part.token,
  })
}

async function create(deps: OrganizationDeps, call: ProjectCall): Promise<Response> {
  const body = await call.body(organizationBody)
  const organization = newOrganization(call.project, body, call.now)
  await deps.changes.organizations(call, () => {
    requireFreeDomains(deps.organizations, organization)
    deps.organizations.insert(organization)
    call.record({ kind: 'organization', id: organization.id, name: organization.label })
  })
  return jsonAnswer(201, presentOrganization(organization))
}

async function update(deps: OrganizationDeps, call: ProjectCall): Promise<Response> {
  const body = await call.body(organizationBody)
  const organization = await deps.changes.organizations(call, () => {
    const changed = changedOrganization(call.project, requireOrganization(deps, call), body, call.now)
    requireFreeDomains(deps.organizations, changed)
    deps.organizations.update(changed)
    call.record({ kind: 'organization', id: changed.id, name: changed.label })
    return changed
  })
  return jsonAnswer(200, presentOrganization(organization))
}

async function remove(deps: OrganizationDeps, call: ProjectCall): Promise<Response> {
  await deps.changes.organizations(call, () => {
    const { id, label } = requireOrganization(deps, call)
    deps.organizations.remove(call.project.id, id)
    call.record({ kind: 'organization', id, name: label })
  })
  return emptyAnswer()
}
