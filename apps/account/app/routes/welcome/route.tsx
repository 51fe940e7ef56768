import { givenName, personName } from '@gatehouse/contract/identities'
import { reach } from '../../failure/reach.server.ts'
import { refuseSubmit } from '../../failure/refuse-submit.server.ts'
import { requireSession } from '../../identity/session.server.ts'
import { ask } from '../../request/ask.server.ts'
import { pageRequestOf, type PageRequest } from '../../request/page-request.ts'
import { loadWithTexts } from '../../text/load-with-texts.ts'
import { recentEvents } from '../activity/read-activity.server.ts'
import { seenDevice } from '../sessions/device.server.ts'
import type { Route } from './+types/route.ts'
import { checkUp } from './check-up.server.ts'
import { WelcomePage } from './welcome-page.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  return reach(page, '/', () => readOverview(page))
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return loadWithTexts('/', serverLoader)
}

export function action(): never {
  return refuseSubmit()
}

export default function RouteWelcome({ loaderData }: Route.ComponentProps) {
  return <WelcomePage {...loaderData} />
}

/** Lines of each list; the pages of both have the rest. */
const most = 4

/** Reads the overview's data. `signIns` is absent if the service keeps no history. */
async function readOverview(page: PageRequest) {
  const session = await requireSession(page, '/')
  const { identity } = session
  const [checked, events, others] = await Promise.all([
    checkUp(page, session),
    recentEvents(page),
    ask(page, (client, credentials) => client.listMySessions({ page: 0, per_page: most - 1 }, credentials)),
  ])
  return {
    person: personName(identity),
    name: givenName(identity),
    checked,
    signIns: events?.filter(({ type }) => isSignIn(type)).slice(0, most),
    sessionId: session.id,
    current: seenDevice(session),
    others: others.kind === 'ok' ? others.body.slice(0, most - 1).map(seenDevice) : [],
  }
}

function isSignIn(type: string): boolean {
  return type === 'LoginSucceeded' || type === 'LoginFailed' || type === 'RecoverySucceeded'
}
