import type { Region, BasicOrganizationBody, OrganizationBody } from '@gatehouse/contract/control-plane'

import { randomUUID } from 'node:crypto'

import { RefusalError } from '../http/answer.ts'
import type { Project } from '../model/project-store.ts'
import type { Organization, OrganizationStore } from '../model/organization-store.ts'

/** A new organization. Refuses with 400 or 409. */
export function newOrganization(project: Project, body: OrganizationBody, now: number): Organization {
  if (body.label === undefined) throw new RefusalError({ code: 400, reason: 'The field "label" is missing.' })
  const base: Organization = {
    id: randomUUID(),
    projectId: project.id,
    label: body.label,
    domains: [],
    defaultRegion: undefined,
    sessionLifespan: undefined,
    createdAt: now,
    updatedAt: now,
  }
  return changedOrganization(project, base, body, now)
}

/** An organization with the fields that a body names. */
export function changedOrganization(
  project: Project,
  organization: Organization,
  body: OrganizationBody,
  now: number,
): Organization {
  const defaultRegion =
    body.default_region === undefined ? organization.defaultRegion : (body.default_region ?? undefined)
  if (defaultRegion !== undefined && !liesWithin(defaultRegion, project.homeRegion)) {
    const reason = `The field "default_region" is wrong: it lies outside of the project’s home region ${project.homeRegion}.`
    throw new RefusalError({ code: 400, reason })
  }
  const lifespan = body.session_lifespan
  return {
    ...organization,
    label: body.label ?? organization.label,
    domains: body.domains ?? organization.domains,
    defaultRegion,
    sessionLifespan: lifespan === undefined ? organization.sessionLifespan : lifespan || undefined,
    updatedAt: now,
  }
}

/** Refuses with 409 a domain that another organization of the project has. */
export async function requireFreeDomains(
  store: OrganizationStore,
  { id, projectId, domains }: Organization,
): Promise<void> {
  for (const domain of domains) {
    const owner = await store.ownerOf(projectId, domain)
    if (owner === undefined || owner === id) continue
    throw new RefusalError({
      code: 409,
      reason: `The domain ${domain} belongs to another organization of the project.`,
    })
  }
}

/**
 * Replaces a project's organizations with those of a document: missing ones are deleted, those without an id are
 * created. Inside the caller's transaction. Refuses with 400 or 409. True if anything changed.
 */
export async function replaceOrganizations(
  store: OrganizationStore,
  project: Project,
  wanted: readonly BasicOrganizationBody[],
  now: number,
): Promise<boolean> {
  const present = await store.listAll(project.id)
  const ids = wanted.flatMap(({ id }) => (id === undefined ? [] : [id]))
  if (new Set(ids).size < ids.length) throw new RefusalError({ code: 400, reason: 'An organization id is used twice.' })
  const gone = present.filter(({ id }) => !ids.includes(id))
  for (const { id } of gone) await store.remove(project.id, id)
  let changed = gone.length > 0
  for (const { id, ...body } of wanted) {
    const old = present.find((one) => one.id === id)
    const full = { ...body, default_region: body.default_region ?? null, session_lifespan: body.session_lifespan ?? '' }
    const next = old
      ? changedOrganization(project, old, full, now)
      : { ...newOrganization(project, full, now), ...(id !== undefined && { id }) }
    if (old && isSame(old, next)) continue
    changed = true
    if (!old && (await store.isTaken(next.id))) {
      throw new RefusalError({
        code: 409,
        reason: `The organization id ${next.id} is taken; leave ids of new ones out.`,
      })
    }
    await requireFreeDomains(store, next)
    if (old) await store.update(next)
    else await store.insert(next)
  }
  return changed
}

/** Returns whether an organization's data may be in the wanted region, given its project's. */
function liesWithin(wanted: Region, home: Region): boolean {
  return home === 'global' || wanted === home || wanted.startsWith(`${home}-`)
}

function isSame(one: Organization, other: Organization): boolean {
  return JSON.stringify({ ...one, updatedAt: 0 }) === JSON.stringify({ ...other, updatedAt: 0 })
}
