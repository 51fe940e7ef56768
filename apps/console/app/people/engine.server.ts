import type { ProjectContext } from '../control-plane/scope.server.ts'
import type { Engine } from './engine.ts'

/** What answers for a project. One that does not answer right now tells nothing, which is no reason to show nothing. */
export async function engineIfReached(scope: ProjectContext): Promise<Engine> {
  const answer = await scope.change('getIdentityEngine')
  return answer.kind === 'done' ? answer.body : { kind: 'remote', version: '' }
}
