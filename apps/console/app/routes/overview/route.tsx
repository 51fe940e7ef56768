import type { AnswerOf } from '@gatehouse/contract/control-plane'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Badge, Empty } from '@gatehouse/design/content'
import { ButtonLink } from '@gatehouse/design/controls'
import { askedFor } from '../../control-plane/list.server.ts'
import { enterWorkspace } from '../../control-plane/scope.server.ts'
import { PageHead } from '../../page/page-head.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { consoleRequestOf } from '../../request/console-request.ts'
import { type Column, DataTable } from '../../table/data-table.tsx'
import { isLong, ListEmpty, ListSearch } from '../../table/filters.tsx'
import { Pager } from '../../table/pager.tsx'
import { Instant } from '../../text/instant.tsx'
import { useText } from '../../text/texts.tsx'
import { useMay, useScope } from '../../scopes/use-scope.ts'

type ProjectLine = AnswerOf<'listWorkspaceProjects'>['projects'][number]

export async function loader({ context, params }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterWorkspace(page, params)
  // A control plane of another make cannot look for names.
  const q = scope.workspace.remoteOrigin === undefined ? askedFor(page, 'q') : ''
  const { body, pages } = await scope.list('listWorkspaceProjects', { query: { q } })
  return { projects: body.projects, q, pages }
}

/** A workspace: its projects. */
export default function Overview() {
  const t = useText('console')
  const own = useText('console_projects')
  const { projects, q, pages } = useLoaderData<typeof loader>()
  const { workspace } = useScope()
  const { remoteOrigin, isRemote } = workspace
  const introHere = t(isRemote ? 'overview.remote' : 'overview.lead')
  const intro = remoteOrigin === undefined ? introHere : t('overview.elsewhere', { origin: remoteOrigin })
  const add = useMay()('createProject') && (
    <ButtonLink href={`/w/${workspace.slug}/new-project`} link={PageLink} size="small" variant="primary">
      {own('new.title')}
    </ButtonLink>
  )
  const columns: readonly Column<ProjectLine>[] = [
    {
      id: 'name',
      heading: t('overview.project'),
      isName: true,
      render: ({ name, slug }) => <PageLink href={`/w/${workspace.slug}/p/${slug}`}>{name}</PageLink>,
    },
    {
      id: 'environment',
      heading: t('overview.environment'),
      card: 'end',
      size: 'medium',
      render: (row) => <Badge>{t(`environment.${row.environment}`)}</Badge>,
    },
    {
      id: 'created',
      heading: t('overview.created'),
      look: 'number',
      size: 'medium',
      render: (row) => <Instant at={row.created_at} look="date" />,
    },
  ]
  return (
    <>
      <PageHead title={workspace.name} intro={intro} actions={add} />
      {remoteOrigin === undefined && isLong(projects.length, q, pages) && <ListSearch q={q} label={t('overview.q')} />}
      <DataTable
        caption={t('overview.projects')}
        columns={columns}
        rows={projects}
        rowId={({ id }) => id}
        empty={
          <ListEmpty q={q} pages={pages}>
            <Empty drawing="lantern" title={t('overview.empty')}>
              {add}
            </Empty>
          </ListEmpty>
        }
      />
      <Pager {...pages} />
    </>
  )
}
