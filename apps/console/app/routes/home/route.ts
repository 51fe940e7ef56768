import { type LoaderFunctionArgs, redirect } from 'react-router'
import { remoteScopes } from '../../control-plane/remote-scopes.server.ts'
import { addressOfScope } from '../../scopes/listed-scope.ts'
import { firstScope, onlyProject } from '../../control-plane/list-scopes.server.ts'
import { consoleRequestOf } from '../../request/console-request.ts'
import { requireOperator } from '../../session/operator.server.ts'

/**
 * Redirects to the first scope that the operator may enter: a whole workspace, if there is one, or the one project that it
 * has: a list of one is a detour.
 */
export async function loader({ context }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const { identityId } = await requireOperator(page)
  const here = (await firstScope(page, identityId, 'workspace')) ?? (await firstScope(page, identityId, 'project'))
  if (here !== undefined) return redirect(addressOfScope((await onlyProject(page, identityId, here)) ?? here))
  const [remote] = (await remoteScopes(page, identityId)).workspaces
  return redirect(remote === undefined ? '/switch' : `/w/${remote.slug}`)
}
