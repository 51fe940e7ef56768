import { type Identity, personName, type Session } from '@gatehouse/contract/identities'
import { askedFor, type ListedPage, pageSize, pagesOf, withoutToken } from '../../control-plane/list.server.ts'
import type { ProjectContext } from '../../control-plane/scope.server.ts'
import { refusedByControlPlane, stalePage } from '../../failure/fail.server.ts'
import { refusalOf } from '../../people/answers.server.ts'
import { seenSession, type SeenSession } from '../../people/device.server.ts'
import { isAble } from '../../people/engine.ts'
import { endedIn } from '../../people/end-session.server.ts'
import { loadPage } from '../../people/load-page.server.ts'
import { nextOf } from '../../people/next-of.server.ts'
import type { ConsoleRequest } from '../../request/console-request.ts'
import { peopleQueryOf, searchOf } from '../people/search.server.ts'
import { type SessionState, sessionStates } from './session-states.ts'

/** A session with its person. */
export interface SessionRow extends SeenSession {
  readonly person: string
  readonly personId: string
}

type Owned = readonly [session: Session, owner: Identity | null | undefined]

/** People of a search whose sessions are read at once; further ones follow while a page has fewer rows than that. */
const peopleAtOnce = 20
/** The most requests for one page: most people may have no session at all. */
const mostRounds = 5

const token = 'page_token'
const expand = ['identity', 'devices']

/** Reads sessions of a project, newest first; with search words, those of the people found. */
export async function loadSessions(page: ConsoleRequest, scope: ProjectContext, query: URLSearchParams) {
  const engine = await scope.load('getIdentityEngine')
  const search = searchOf(new URLSearchParams({ q: query.get('q') ?? '' }), engine)
  const { q } = search
  const state = sessionStates.find((one) => one === query.get('state')) ?? 'active'
  const [found, ...gone] = await Promise.all([
    q === '' ? everySession(page, scope, state) : sessionsFound(page, scope, peopleQueryOf(search, Date.now()), state),
    ...endedIn(query).map((id) => scope.admin.getSession({ id }, { expand })),
  ])
  const present = new Set(found.body.map(([{ id }]) => id))
  const kept = gone.flatMap((one): readonly Owned[] =>
    one.kind === 'ok' && !present.has(one.body.id) ? [[one.body, one.body.identity]] : [],
  )
  const rows = [...found.body, ...kept]
    // The order of the list: ended sessions keep their position.
    .toSorted(([one], [other]) => other.issued_at.localeCompare(one.issued_at))
  return {
    now: Date.now(),
    q,
    state,
    searchesAll: isAble(engine, 'search'),
    /** An action that cannot be undone needs a confirmation. */
    asksBefore: !isAble(engine, 'restoring'),
    refused: found.refused,
    sessions: (q === '' && kept.length === 0 ? found.body : rows).map(rowOf),
    pages: found.pages,
  }
}

function rowOf([session, owner]: Owned): SessionRow {
  return { ...seenSession(session), person: owner ? personName(owner) : '', personId: owner?.id ?? '' }
}

interface Found extends ListedPage<readonly Owned[]> {
  /** The reason why the search is impossible. */
  readonly refused?: string
}

const active: Readonly<Record<SessionState, boolean | undefined>> = { active: true, ended: false, all: undefined }

async function everySession(page: ConsoleRequest, scope: ProjectContext, state: SessionState): Promise<Found> {
  const listed = await loadPage(page, (paging) =>
    scope.admin.listSessions({ ...paging, active: active[state], expand }),
  )
  return { ...listed, body: listed.body.map((session) => [session, session.identity]) }
}

/** No identity service searches sessions: the search finds people first, and then the sessions of each are read. */
async function sessionsFound(
  page: ConsoleRequest,
  scope: ProjectContext,
  people: ReturnType<typeof peopleQueryOf>,
  state: SessionState,
): Promise<Found> {
  const body: Owned[] = []
  let next: string | undefined = askedFor(page, token)
  for (let round = 0; round < mostRounds && next !== undefined && body.length < peopleAtOnce; round += 1) {
    const answer = await scope.admin.listIdentities({
      ...people,
      page_size: peopleAtOnce,
      page_token: next || undefined,
    })
    if (answer.kind !== 'ok') {
      const { status, reason, id } = refusalOf(answer)
      if (status !== 400) throw refusedByControlPlane(page, status, reason, id)
      if (next !== '') throw stalePage(page, withoutToken(page, token))
      return { body, pages: pagesOf(page, token, { next: undefined, previous: undefined }), refused: reason }
    }
    const found = await Promise.all(answer.body.map((identity) => sessionsOf(scope, identity, state)))
    body.push(...found.flat())
    next = nextOf(answer)
  }
  return { body, pages: pagesOf(page, token, { next, previous: undefined }) }
}

/** A person's sessions; of more than a page has, the newest: the others are on the person's own page. */
async function sessionsOf(scope: ProjectContext, identity: Identity, state: SessionState): Promise<readonly Owned[]> {
  const answer = await scope.admin.listIdentitySessions(
    { id: identity.id },
    { active: active[state], page_size: pageSize },
  )
  // They were deleted a moment ago.
  if (answer.kind !== 'ok') return []
  return answer.body.map((session) => [session, identity])
}
