import { type LoaderFunctionArgs, Outlet, useLoaderData, useRouteError } from 'react-router'
import { enter } from '../../control-plane/place.server.ts'
import { notFound } from '../../failure/fail.server.ts'
import { FailureView } from '../../failure/failure-view.tsx'
import { Gate } from '../../layout/gate-page.tsx'
import { Shell } from '../../layout/shell.tsx'
import { nearPlaces } from '../../places/list-places.server.ts'
import { consoleRequestOf } from '../../request/console-request.ts'
import { takeNotice } from '../../request/notice.server.ts'
import type { PlaceData } from './place-data.ts'
import { usePlaceIfAny } from './use-place.ts'

export async function loader({ context, params }: LoaderFunctionArgs): Promise<PlaceData> {
  const page = consoleRequestOf(context)
  const { operator, workspace } = await enter(page, params)
  const key = params['project']
  const project = workspace.projects.find(({ slug, id }) => slug === key || id === key)
  if (key !== undefined && project === undefined) throw notFound(page)
  const { id, slug, name, elsewhere, role, may, isRemote } = workspace
  return {
    operator: { name: operator.name, email: operator.email, secondFactor: operator.secondFactor },
    workspace: { id, slug, name, elsewhere, role, may, isRemote },
    project,
    places: await nearPlaces(page, operator.identityId, workspace),
    running: project === undefined ? 0 : page.jobs.list(project.id).filter(({ state }) => state === 'running').length,
    notice: takeNotice(page),
  }
}

export default function PlaceLayout() {
  return (
    <Shell data={useLoaderData<typeof loader>()}>
      <Outlet />
    </Shell>
  )
}

/** A page that failed keeps its frame; without a place there is none. */
export function ErrorBoundary() {
  const error = useRouteError()
  const data = usePlaceIfAny()
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
