import { notFound } from '../../request/fail.server.ts'
import { pageRequestOf } from '../../request/page-request.ts'
import type { Route } from './+types/route.ts'

export function loader({ context }: Route.LoaderArgs): never {
  throw notFound(pageRequestOf(context))
}

export function action({ context }: Route.ActionArgs): never {
  throw notFound(pageRequestOf(context))
}

/** Never drawn: its loader throws. With it the router knows that this is a page and not a resource. */
export default function RouteNotFound() {
  return null
}
