import { reach } from '../../failure/reach.server.ts'
import { withAhead } from '../../layout/data-ahead.ts'
import { pageRequestOf } from '../../request/page-request.ts'
import { requireOwnForm } from '../../request/require-own-form.server.ts'
import { loadWithTexts } from '../../text/load-with-texts.ts'
import type { Route } from './+types/route.ts'
import { listSessions } from './list-sessions.server.ts'
import { revokeSessions } from './revoke-sessions.server.ts'
import { SessionsPage } from './sessions-page.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  return reach(page, '/sessions', () => listSessions(page, url))
}

export async function clientLoader({ url, serverLoader }: Route.ClientLoaderArgs) {
  return loadWithTexts('/sessions', withAhead(url, serverLoader))
}

export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  requireOwnForm(page, '/sessions')
  const form = new URLSearchParams(await request.text())
  return reach(page, '/sessions', () => revokeSessions(page, form))
}

export default function RouteSessions({ loaderData }: Route.ComponentProps) {
  return <SessionsPage {...loaderData} />
}
