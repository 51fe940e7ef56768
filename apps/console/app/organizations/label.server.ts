import { readAnswer } from '../control-plane/answer.server.ts'
import type { ProjectRoom } from '../control-plane/place.server.ts'
import type { Organization } from './organization.ts'

/** What an organization is called; empty for none, and for one that is not there any more. */
export async function organizationLabel(room: ProjectRoom, id: string): Promise<string> {
  if (id === '') return ''
  const answer = await room.fetch(`/organizations/${encodeURIComponent(id)}`)
  const read = await readAnswer<{ readonly organization: Organization }>(answer)
  return read.kind === 'done' ? read.body.organization.label : ''
}
