import { personName, type Identity } from '@gatehouse/contract/identities'
import { Address, Badge } from '@gatehouse/design/content'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { enterProject } from '../../control-plane/scope.server.ts'
import { forbidden } from '../../failure/fail.server.ts'
import { ConsoleForm } from '../../form/console-form.tsx'
import { refusedOrForbidden } from '../../form/faulty.server.ts'
import { readForm } from '../../form/fields.server.ts'
import { Empty } from '../../layout/empty.tsx'
import { PageHead } from '../../layout/page-head.tsx'
import { PageLink } from '../../layout/page-link.tsx'
import { changed } from '../../people/answers.server.ts'
import { seenSession, type SeenSession } from '../../people/device.server.ts'
import { loadPage } from '../../people/load-page.server.ts'
import { useProjectRoot } from '../../people/project-root.ts'
import { SessionDevice } from '../../people/session-device.tsx'
import { Tabs } from '../../people/tabs.tsx'
import { consoleRequestOf } from '../../request/console-request.ts'
import { setNotice } from '../../request/notice.server.ts'
import { type Column, DataTable } from '../../table/data-table.tsx'
import { Pager } from '../../table/pager.tsx'
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
  const { body, pages } = await loadPage(page, (paging) =>
    scope.admin.listSessions({
      ...paging,
      active: showsAll ? undefined : true,
      expand: ['identity', 'devices'],
    }),
  )
  const sessions = body.map((session): SessionRow => ({ ...seenSession(session), ...ownerOf(session.identity) }))
  return { sessions, showsAll, pages }
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
  const outcome = await changed(scope.admin.disableSession({ id: session }))
  if (outcome.kind === 'refused') return refusedOrForbidden(page, form, outcome)
  setNotice(page, 'console_people:person.session_revoked')
  return redirect(page.here, 303)
}

/** Who is signed in to a project. */
export default function ProjectSessions() {
  const t = useText('console_people')
  const root = useProjectRoot()
  const may = useMay()
  const { sessions, showsAll, pages } = useLoaderData<typeof loader>()
  const columns: readonly Column<SessionRow>[] = [
    {
      id: 'person',
      heading: t('people.person'),
      isName: true,
      render: ({ person, personId }) =>
        personId === '' ? (
          t('session.nobody')
        ) : (
          <PageLink href={`${root}/people/${personId}`}>
            <Address>{person}</Address>
          </PageLink>
        ),
    },
    { id: 'device', heading: t('session.device'), render: (row) => <SessionDevice {...row} /> },
    {
      id: 'state',
      heading: t('people.state'),
      render: ({ active }) => <Badge on={active}>{t(`session.${active ? 'active' : 'ended'}`)}</Badge>,
    },
    { id: 'since', heading: t('session.signed_in'), look: 'number', render: (row) => <Instant at={row.signedInAt} /> },
    { id: 'until', heading: t('session.expires'), look: 'number', render: (row) => <Instant at={row.expiresAt} /> },
    {
      id: 'actions',
      heading: '',
      look: 'actions',
      render: ({ id, active }) =>
        active &&
        may('disableSession') && <ConsoleForm intent={`revoke.${id}`} submit={t('session.revoke')} variant="danger" />,
    },
  ]
  return (
    <>
      <PageHead title={t('session.title')} intro={t('session.lead')} />
      <Tabs
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
        empty={
          <Empty title={t('person.no_sessions')}>
            <p>{t('session.none_text')}</p>
          </Empty>
        }
      />
      <Pager {...pages} />
    </>
  )
}
