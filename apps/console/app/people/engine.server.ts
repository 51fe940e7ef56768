import type { ProjectContext } from '../control-plane/scope.server.ts'
import type { Engine } from './engine.ts'

/** Returns a project's identity service. One that does not answer counts as remote: `load` would throw a page. */
export async function engineIfReached(scope: ProjectContext): Promise<Engine> {
  const answer = await scope.change('getIdentityEngine')
  return answer.kind === 'done' ? answer.body : { kind: 'remote', version: '' }
}
