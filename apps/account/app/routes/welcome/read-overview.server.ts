import { givenName, personName } from '@gatehouse/contract/identities'
import { requireSession } from '../../identity/session.server.ts'
import { ask } from '../../request/ask.server.ts'
import type { PageRequest } from '../../request/page-request.ts'
import { recentEvents } from '../activity/read-activity.server.ts'
import { seenDevice } from '../sessions/device.server.ts'
import { checkUp } from './check-up.server.ts'

/** Lines of each list; the pages of both have the rest. */
const most = 4

/** What the overview shows. `signIns` is absent where the service keeps no history. */
export async function readOverview(page: PageRequest) {
  const session = await requireSession(page, '/')
  const { identity } = session
  const [toDo, events, others] = await Promise.all([
    checkUp(page, session),
    recentEvents(page),
    ask(page, (client, credentials) => client.listMySessions({ page: 0, per_page: most - 1 }, credentials)),
  ])
  return {
    person: personName(identity),
    name: givenName(identity),
    toDo,
    signIns: events?.filter(({ type }) => isSignIn(type)).slice(0, most),
    sessionId: session.id,
    current: seenDevice(session),
    others: others.kind === 'ok' ? others.body.slice(0, most - 1).map(seenDevice) : [],
  }
}

function isSignIn(type: string): boolean {
  return type === 'LoginSucceeded' || type === 'LoginFailed' || type === 'RecoverySucceeded'
}
