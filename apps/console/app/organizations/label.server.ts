import type { ProjectContext } from '../control-plane/scope.server.ts'

/** What an organization is called; empty for none, and for one that is not there any more. */
export async function organizationLabel(scope: ProjectContext, id: string): Promise<string> {
  if (id === '') return ''
  const read = await scope.change('getOrganization', { params: { organization_id: id } })
  return read.kind === 'done' ? read.body.organization.label : ''
}
