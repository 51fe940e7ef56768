import { personName } from '@gatehouse/contract/identities'
import { okOrRedirect, requireSession } from '../../identity/session.server.ts'
import { ask } from '../../request/ask.server.ts'
import type { PageRequest } from '../../request/page-request.ts'
import { seenDevice, trustedDevice, type TrustedDevice } from './device.server.ts'
import { takeNotice } from '../../request/notice-cookie.server.ts'
import { askedAgainNotice, signedOutNotice } from './signed-out.ts'

/** Other sessions on one page. */
const perPage = 20

/** The most sessions that a service lists at once. */
const mostPerAnswer = 500

/** Reads the sessions page's data. `pages` counts the pages of other sessions. */
export async function listSessions(page: PageRequest, { searchParams }: URL) {
  const current = positive(searchParams.get('page')) ?? 1
  const before = (current - 1) * perPage
  // Ory Kratos takes its pages 0 and 1 for the same one: as long as an answer may be that long, it begins with the first.
  const isWhole = before + perPage <= mostPerAnswer
  const query = isWhole ? { page: 0, per_page: before + perPage } : { page: current - 1, per_page: perPage }
  const [session, others, trusted] = await Promise.all([
    requireSession(page, '/sessions'),
    ask(page, (client, credentials) => client.listMySessions(query, credentials)),
    trustedDevices(page),
  ])
  const listed = okOrRedirect(page, others, '/sessions')
  const sessions = isWhole ? listed.slice(before) : listed
  const total = positive(others.headers.get('X-Total-Count')) ?? listed.length
  return {
    person: personName(session.identity),
    current: seenDevice(session),
    others: sessions.map(seenDevice),
    trusted,
    page: current,
    pages: Math.max(1, Math.ceil(total / perPage)),
    askedAgain: takeNotice(page, askedAgainNotice) !== undefined,
    signedOut: positive(takeNotice(page, signedOutNotice) ?? null),
  }
}

/** Returns the browsers that skip the second factor; none if the service remembers none. */
async function trustedDevices(page: PageRequest): Promise<readonly TrustedDevice[]> {
  const { rememberDeviceDays } = await page.features()
  if (rememberDeviceDays === undefined) return []
  const answer = await ask(page, (client, credentials) => client.listMyRememberedDevices(credentials))
  return answer.kind === 'ok' ? answer.body.map(trustedDevice) : []
}

function positive(value: string | null): number | undefined {
  return value !== null && /^[1-9]\d{0,5}$/.test(value) ? Number(value) : undefined
}
