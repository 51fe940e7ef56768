import { personName, type Identity, type Session } from '@gatehouse/contract/identities'
import { Badge, Cut, Empty, Tabs } from '@gatehouse/design/content'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { enterProject } from '../../control-plane/scope.server.ts'
import { forbidden } from '../../failure/fail.server.ts'
import { ConsoleForm } from '../../form/console-form.tsx'
import { readForm } from '../../form/fields.server.ts'
import { PageHead } from '../../layout/page-head.tsx'
import { PageLink } from '../../layout/page-link.tsx'
import { endedIn, endSession } from '../../people/end-session.server.ts'
import { seenSession, type SeenSession } from '../../people/device.server.ts'
import { loadPage } from '../../people/load-page.server.ts'
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
import { useMay } from '../scope/use-scope.ts'

interface SessionRow extends SeenSession {
  readonly person: string
  readonly personId: string
}

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  const showsAll = url.searchParams.get('show') === 'all'
  const ended = endedIn(url.searchParams)
  const [{ body, pages }, ...gone] = await Promise.all([
    loadPage(page, (paging) =>
      scope.admin.listSessions({ ...paging, active: showsAll ? undefined : true, expand: ['identity', 'devices'] }),
    ),
    ...ended.map((id) => scope.admin.getSession({ id }, { expand: ['identity', 'devices'] })),
  ])
  const present = new Set(body.map(({ id }) => id))
  const kept = gone.flatMap((one) => (one.kind === 'ok' && !present.has(one.body.id) ? [one.body] : []))
  const rows = [...body, ...kept]
    // The order of the list: those that were ended stay where they were.
    .toSorted((one, other) => other.issued_at.localeCompare(one.issued_at))
  return { now: Date.now(), sessions: rowsOf(kept.length === 0 ? body : rows), showsAll, pages }
}

function rowsOf(sessions: readonly Session[]): readonly SessionRow[] {
  return sessions.map((session) => ({ ...seenSession(session), ...ownerOf(session.identity) }))
}

function ownerOf(identity: Identity | null | undefined) {
  return { person: identity ? personName(identity) : '', personId: identity?.id ?? '' }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  const form = await readForm(request)
  const [intent, session = ''] = form.intent.split('.')
  if (intent !== 'revoke') throw forbidden(page)
  return endSession(page, scope, { id: session, admin: scope.admin, form })
}

/** Who is signed in to a project. */
export default function ProjectSessions() {
  const t = useText('console_people')
  const root = useProjectRoot()
  const may = useMay()
  const wayNames = useWayNames()
  const deviceName = useDeviceNames()
  const { now, sessions, showsAll, pages } = useLoaderData<typeof loader>()
  const columns: readonly Column<SessionRow>[] = [
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
            <ConsoleForm
              intent={`revoke.${row.id}`}
              about={`${row.person || t('session.nobody')}, ${deviceName(row)}`}
              submit={t('bulk.sign_out')}
              variant="text"
            />
          )
        ) : (
          <Badge>{t('session.ended')}</Badge>
        ),
    },
  ]
  return (
    <>
      <PageHead title={t('session.title')} intro={t('session.lead')} />
      <Tabs
        link={PageLink}
        label={t('session.which')}
        tabs={[
          { href: '?', label: t('session.only_active'), current: !showsAll },
          { href: '?show=all', label: t('session.all'), current: showsAll },
        ]}
      />
      <DataTable
        caption={t('session.title')}
        columns={columns}
        rows={sessions}
        rowId={({ id }) => id}
        rowsAreLinks
        rowLook={({ active }) => (active ? undefined : 'gone')}
        empty={
          <Empty drawing="lantern" title={t('person.no_sessions')}>
            <p>{t('session.none_text')}</p>
          </Empty>
        }
      />
      <Pager {...pages} />
    </>
  )
}
