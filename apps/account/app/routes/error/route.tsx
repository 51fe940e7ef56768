import { reach } from '../../failure/reach.server.ts'
import { notFound, stored } from '../../failure/fail.server.ts'
import { ask } from '../../request/ask.server.ts'
import { pageRequestOf } from '../../request/page-request.ts'
import type { Route } from './+types/route.ts'

/** A failure that the identity service stored, because it happened where no page could answer. */
export async function loader({ url, context }: Route.LoaderArgs): Promise<never> {
  const page = pageRequestOf(context)
  const id = url.searchParams.get('id')
  if (id === null || id === '') throw notFound(page)
  const answer = await reach(page, `/error?${new URLSearchParams({ id })}`, () =>
    ask(page, (client, credentials) => client.getFlowError({ id }, credentials)),
  )
  throw answer.kind === 'ok' ? stored(page, id, answer.body.error) : notFound(page)
}

/** Never drawn: its loader throws. */
export default function RouteError() {
  return null
}
