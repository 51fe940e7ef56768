import { nextPageToken } from '@gatehouse/client/admin-client'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { type Identity, personName, type Session } from '@gatehouse/contract/identities'
import { Alert, Badge, Cut, Empty } from '@gatehouse/design/content'

import { askedFor, type ListedPage, pageSize, pagesOf, withoutToken } from '../../control-plane/list.server.ts'
import { enterProject, type ProjectContext } from '../../control-plane/scope.server.ts'
import { notFound, refusalPage, stalePage } from '../../failure/fail.server.ts'
import { readForm } from '../../form/fields.server.ts'
import { PageHead } from '../../page/page-head.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { refusalOf } from '../../people/answers.server.ts'
import { sessionView, type SessionView } from '../../people/session-view.server.ts'
import { endedIn, endSession, restoreSession } from '../../people/end-session.server.ts'
import { EndSession } from '../../people/end-session.tsx'
import { supportsFeature } from '../../people/engine.ts'
import { loadPage } from '../../people/load-page.server.ts'
import { PersonCell } from '../../people/person-cell.tsx'
import { useProjectRoot } from '../../scopes/use-project-root.ts'
import { SessionDevice, useDeviceNames } from '../../people/session-device.tsx'
import { useMethodNames } from '../../people/method-names.ts'
import { type ConsoleRequest, consoleRequestOf } from '../../request/console-request.ts'
import { useMay } from '../../scopes/use-scope.ts'
import { type Column, DataTable } from '../../table/data-table.tsx'
import { Pager } from '../../table/pager.tsx'
import { Ago } from '../../text/ago.tsx'
import { Instant } from '../../text/instant.tsx'
import { useText } from '../../text/texts.tsx'
import { peopleQueryOf, searchOf } from '../people/search.server.ts'
import { SessionFilters } from './session-filters.tsx'
import { type SessionState, sessionStates } from './session-states.ts'

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  return loadSessions(page, await enterProject(page, params), url.searchParams)
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  const form = await readForm(request)
  const [intent, session = ''] = form.intent.split('.')
  if (intent === 'restore') return restoreSession(page, scope, session)
  if (intent !== 'revoke') throw notFound(page)
  return endSession(page, scope, { id: session, admin: scope.admin, form })
}

/** The sessions of a project. */
export default function ProjectSessions() {
  const t = useText('console_people')
  const common = useText('console')
  const { now, sessions, q, state, refused, pages, searchesAll, asksBefore } = useLoaderData<typeof loader>()
  const isNarrowed = q !== '' || state !== 'active'
  return (
    <>
      <PageHead title={t('session.title')} intro={t('session.lead')} />
      <SessionFilters q={q} state={state} searchesAll={searchesAll} />
      {refused !== undefined && (
        <Alert kind="error" title={t('people.refused')}>
          <span lang="en">{refused}</span>
        </Alert>
      )}
      <DataTable
        caption={t('session.title')}
        columns={useColumns(now, asksBefore)}
        rows={sessions}
        rowId={({ id }) => id}
        rowsAreLinks
        rowLook={({ active }) => (active ? undefined : 'gone')}
        empty={
          <Empty drawing="lantern" title={t(isNarrowed ? 'session.none_found' : 'person.no_sessions')}>
            {isNarrowed ? <PageLink href="?">{common('list.clear')}</PageLink> : <p>{t('session.none_text')}</p>}
          </Empty>
        }
      />
      <Pager {...pages} />
    </>
  )
}

function useColumns(now: number, asksBefore: boolean): readonly Column<SessionRow>[] {
  const t = useText('console_people')
  const root = useProjectRoot()
  const may = useMay()
  const methodNames = useMethodNames()
  const deviceName = useDeviceNames()
  return [
    {
      id: 'person',
      heading: t('people.person'),
      isName: true,
      title: ({ person }) => person,
      render: ({ person, personId }) =>
        personId === '' ? (
          t('session.nobody')
        ) : (
          <PersonCell name={person} address="">
            <PageLink href={`${root}/people/${personId}/sessions`}>
              <Cut>{person}</Cut>
            </PageLink>
          </PersonCell>
        ),
    },
    { id: 'device', heading: t('session.device'), size: 'long', render: (row) => <SessionDevice {...row} /> },
    {
      id: 'methods',
      heading: t('people.signs_in_with'),
      size: 'medium',
      from: 'wide',
      title: ({ methods }) => methodNames(methods),
      render: ({ methods }) => methodNames(methods),
    },
    {
      id: 'since',
      heading: t('session.signed_in'),
      size: 'date',
      card: 'end',
      render: (row) => <Ago at={row.signedInAt} now={now} />,
    },
    {
      id: 'until',
      heading: t('session.expires'),
      size: 'date',
      from: 'wide',
      render: (row) => <Instant at={row.expiresAt} look="date" />,
    },
    {
      id: 'actions',
      heading: '',
      look: 'actions',
      size: 'short',
      render: (row) =>
        row.active ? (
          may('disableSession') && (
            <EndSession
              id={row.id}
              person={row.person || t('session.nobody')}
              device={deviceName(row)}
              variant="text"
              asks={asksBefore}
            />
          )
        ) : (
          <Badge>{t('session.ended')}</Badge>
        ),
    },
  ]
}

/** A session with its person. */
interface SessionRow extends SessionView {
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
async function loadSessions(page: ConsoleRequest, scope: ProjectContext, query: URLSearchParams) {
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
    searchesAll: supportsFeature(engine, 'search'),
    /** An action that cannot be undone needs a confirmation. */
    asksBefore: !supportsFeature(engine, 'restoring'),
    refused: found.refused,
    sessions: (q === '' && kept.length === 0 ? found.body : rows).map(rowOf),
    pages: found.pages,
  }
}

function rowOf([session, owner]: Owned): SessionRow {
  return { ...sessionView(session), person: owner ? personName(owner) : '', personId: owner?.id ?? '' }
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
      if (status !== 400) throw refusalPage(page, status, reason, id)
      if (next !== '') throw stalePage(page, withoutToken(page, token))
      return { body, pages: pagesOf(page, token, { next: undefined, previous: undefined }), refused: reason }
    }
    const found = await Promise.all(answer.body.map((identity) => sessionsOf(scope, identity, state)))
    body.push(...found.flat())
    next = nextPageToken(answer.headers)
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
