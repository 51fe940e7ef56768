import type { ProjectContext } from '../control-plane/scope.server.ts'
import type { Engine } from './engine.ts'

/** Returns a project's identity service, or a remote one if it does not answer, so that the page still renders. */
export async function engineOrRemote(scope: ProjectContext): Promise<Engine> {
  const answer = await scope.call('getIdentityEngine')
  return answer.kind === 'done' ? answer.body : { kind: 'remote', version: '' }
}
