import { reach } from '../../failure/reach.server.ts'
import { personName } from '@gatehouse/contract/identities'
import { okOrRedirect, requireSession } from '../../identity/session.server.ts'
import { ask } from '../../request/ask.server.ts'
import { pageRequestOf } from '../../request/page-request.ts'
import { loadWithTexts } from '../../text/load-with-texts.ts'
import { seenDevice } from '../sessions/device.server.ts'
import type { Route } from './+types/route.ts'
import { NotMePage } from './not-me-page.tsx'

const here = '/activity/not-me'

/** The most sessions that a service lists at once. */
const mostSessions = 500

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  const asked = url.searchParams.get('session')
  return reach(page, here, async () => {
    const { identity } = await requireSession(page, here)
    const query = { page: 0, per_page: mostSessions }
    const answer = await ask(page, (client, credentials) => client.listMySessions(query, credentials))
    const session = okOrRedirect(page, answer, here).find(({ id }) => id === asked)
    return { person: personName(identity), device: session && seenDevice(session) }
  })
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return loadWithTexts(here, serverLoader)
}

export default function RouteNotMe({ loaderData }: Route.ComponentProps) {
  return <NotMePage {...loaderData} />
}
