import { Alert, Badge, Cut, Empty } from '@gatehouse/design/content'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { enterProject } from '../../control-plane/scope.server.ts'
import { notFound } from '../../failure/fail.server.ts'
import { readForm } from '../../form/fields.server.ts'
import { PageHead } from '../../page/page-head.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { EndSession } from '../../people/end-session.tsx'
import { endSession, restoreSession } from '../../people/end-session.server.ts'
import { useProjectRoot } from '../../people/project-root.ts'
import { SessionDevice, useDeviceNames } from '../../people/session-device.tsx'
import { PersonCell } from '../../people/person-cell.tsx'
import { useWayNames } from '../../people/ways-in.ts'
import { consoleRequestOf } from '../../request/console-request.ts'
import { type Column, DataTable } from '../../table/data-table.tsx'
import { Pager } from '../../table/pager.tsx'
import { Ago } from '../../text/ago.tsx'
import { Instant } from '../../text/instant.tsx'
import { useText } from '../../text/texts.tsx'
import { useMay } from '../../scopes/use-scope.ts'
import { SessionFilters } from './session-filters.tsx'
import { loadSessions, type SessionRow } from './sessions.server.ts'

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
  const wayNames = useWayNames()
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
      title: ({ methods }) => wayNames(methods),
      render: ({ methods }) => wayNames(methods),
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
              look="text"
              asks={asksBefore}
            />
          )
        ) : (
          <Badge>{t('session.ended')}</Badge>
        ),
    },
  ]
}
