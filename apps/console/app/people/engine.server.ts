import type { ProjectRoom } from '../control-plane/place.server.ts'
import type { Engine } from './engine.ts'

/** What answers for a project. One that does not answer right now tells nothing, which is no reason to show nothing. */
export async function engineIfReached(room: ProjectRoom): Promise<Engine> {
  const answer = await room.fetch('/engine')
  return answer.ok ? parseEngine(await answer.text()) : { kind: 'remote', version: '' }
}

/** The control plane is of the same build as this. */
function parseEngine(json: string): Engine {
  return JSON.parse(json) as Engine
}
