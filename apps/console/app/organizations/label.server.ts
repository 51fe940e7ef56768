import type { ProjectRoom } from '../control-plane/place.server.ts'

/** What an organization is called; empty for none, and for one that is not there any more. */
export async function organizationLabel(room: ProjectRoom, id: string): Promise<string> {
  if (id === '') return ''
  const read = await room.change('getOrganization', { params: { organization_id: id } })
  return read.kind === 'done' ? read.body.organization.label : ''
}
