import { type LoaderFunctionArgs, redirect } from 'react-router'
import { placesElsewhere } from '../../control-plane/places.server.ts'
import { addressOfPlace } from '../../places/listed-place.ts'
import { firstPlace } from '../../places/list-places.server.ts'
import { consoleRequestOf } from '../../request/console-request.ts'
import { requireOperator } from '../../session/operator.server.ts'

/** Leads to the first place that the operator may enter: a whole workspace, if there is one. */
export async function loader({ context }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const { identityId } = await requireOperator(page)
  const here = firstPlace(page, identityId, 'workspace') ?? firstPlace(page, identityId, 'project')
  if (here !== undefined) return redirect(addressOfPlace(here))
  const [elsewhere] = (await placesElsewhere(page, identityId)).workspaces
  return redirect(elsewhere === undefined ? '/places' : `/w/${elsewhere.slug}`)
}
