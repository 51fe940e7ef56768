import { type LoaderFunctionArgs, Outlet, useLoaderData, useRouteError } from 'react-router'
import { enter, projectIn } from '../../control-plane/scope.server.ts'
import { FailureView } from '../../failure/failure-view.tsx'
import { Gate } from '../../layout/gate-page.tsx'
import { Shell } from '../../layout/shell.tsx'
import { nearScopes } from '../../control-plane/list-scopes.server.ts'
import { consoleRequestOf } from '../../request/console-request.ts'
import { takeNotice } from '../../request/notice.server.ts'
import type { ScopeData } from '../../scopes/scope-data.ts'
import { useScopeIfAny } from '../../scopes/use-scope.ts'

export async function loader({ context, params }: LoaderFunctionArgs): Promise<ScopeData> {
  const page = consoleRequestOf(context)
  const { operator, workspace } = await enter(page, params)
  const key = params['project']
  const project = key === undefined ? undefined : projectIn(page, workspace, key)
  const { id, slug, name, remoteOrigin, role, may, isRemote } = workspace
  return {
    operator: { name: operator.name, email: operator.email, secondFactor: operator.secondFactor },
    workspace: { id, slug, name, remoteOrigin, role, may, isRemote },
    project,
    scopes: await nearScopes(page, operator.identityId, workspace),
    running: project?.runningJobs ?? 0,
    notice: takeNotice(page),
  }
}

export default function ScopeLayout() {
  return (
    <Shell data={useLoaderData<typeof loader>()}>
      <Outlet />
    </Shell>
  )
}

/** A page that failed keeps its frame; without a scope there is none. */
export function ErrorBoundary() {
  const error = useRouteError()
  const data = useScopeIfAny()
  if (data === undefined) {
    return (
      <Gate>
        <FailureView error={error} />
      </Gate>
    )
  }
  return (
    <Shell data={data}>
      <FailureView error={error} />
    </Shell>
  )
}
