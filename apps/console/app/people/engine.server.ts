import type { ProjectContext } from '../control-plane/scope.server.ts'
import type { Engine } from './engine.ts'

/** Returns a project's identity service. If it does not answer, it counts as remote, and the page is still drawn. */
export async function engineIfReached(scope: ProjectContext): Promise<Engine> {
  const answer = await scope.change('getIdentityEngine')
  return answer.kind === 'done' ? answer.body : { kind: 'remote', version: '' }
}
