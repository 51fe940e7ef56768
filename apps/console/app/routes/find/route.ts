import type { LoaderFunctionArgs } from 'react-router'
import { enterProject } from '../../control-plane/scope.server.ts'
import { findPeople } from '../../find/find-people.server.ts'
import type { Found } from '../../find/found.ts'
import { consoleRequestOf } from '../../request/console-request.ts'

/** The number of results of each kind that fit on a screen. */
const most = 6

/** People and organizations of a project that fit `q`, for fields that offer them while the operator types. */
export async function loader({ context, params, url }: LoaderFunctionArgs): Promise<Found> {
  const scope = await enterProject(consoleRequestOf(context), params)
  const q = (url.searchParams.get('q') ?? '').trim()
  const wantsAll = url.searchParams.get('only') !== 'people'
  const organizations = wantsAll && q !== '' && scope.may('listOrganizations') && !scope.project.isRemote
  const [people, found] = await Promise.all([
    findPeople(scope, q, most),
    organizations ? scope.call('listOrganizations', { query: { q, page_size: String(most) } }) : undefined,
  ])
  const listed = found?.kind === 'done' ? found.body.organizations : []
  return { people, organizations: listed.map(({ id, label }) => ({ id, label })) }
}
