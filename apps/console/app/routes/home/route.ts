import { type LoaderFunctionArgs, redirect } from 'react-router'
import { placesFor } from '../../control-plane/places.server.ts'
import { consoleRequestOf } from '../../request/console-request.ts'
import { requireOperator } from '../../session/operator.server.ts'

/** Leads to the first place that the operator may enter. */
export async function loader({ context }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const { identityId } = await requireOperator(page)
  const { workspaces: places } = await placesFor(page, identityId)
  const whole = places.find(({ role }) => role !== undefined)
  const [first] = places
  if (whole !== undefined) return redirect(`/w/${whole.slug}`)
  const project = first?.projects[0]
  return redirect(first === undefined || project === undefined ? '/places' : `/w/${first.slug}/p/${project.slug}`)
}
