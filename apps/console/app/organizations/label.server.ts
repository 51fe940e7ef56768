import type { ProjectContext } from '../control-plane/scope.server.ts'
import type { Organization } from './organization.ts'

/** Returns the label of an organization; empty for none, and for a deleted one. */
export async function organizationLabel(scope: ProjectContext, id: string): Promise<string> {
  if (id === '') return ''
  const read = await scope.call('getOrganization', { params: { organization_id: id } })
  return read.kind === 'done' ? read.body.organization.label : ''
}

/** Returns the labels of organizations by their ids: those of a list, and other ones. A deleted one has its id. */
export async function organizationLabels(
  scope: ProjectContext,
  listed: readonly Organization[],
  others: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const known = listed.map(({ id, label }) => [id, label] as const)
  const ids = new Set(known.map(([id]) => id))
  const missing = [...new Set(others)].filter((id) => id !== '' && !ids.has(id))
  const read = missing.map(async (id) => [id, (await organizationLabel(scope, id)) || id] as const)
  return new Map([...known, ...(await Promise.all(read))])
}
