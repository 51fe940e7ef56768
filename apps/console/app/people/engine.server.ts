import type { ProjectRoom } from '../control-plane/place.server.ts'
import type { Engine } from './engine.ts'

/** What answers for a project. One that does not answer right now tells nothing, which is no reason to show nothing. */
export async function engineIfReached(room: ProjectRoom): Promise<Engine> {
  const answer = await room.change('getIdentityEngine')
  return answer.kind === 'done' ? answer.body : { kind: 'remote', version: '' }
}
