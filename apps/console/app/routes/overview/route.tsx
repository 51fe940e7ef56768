import type { AnswerOf } from '@gatehouse/contract/control-plane/operations'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Badge } from '@gatehouse/design/badge'
import { ButtonLink } from '@gatehouse/design/button'
import { askedFor } from '../../control-plane/list.server.ts'
import { enterWorkspace } from '../../control-plane/place.server.ts'
import { Empty } from '../../layout/empty.tsx'
import { PageHead } from '../../layout/page-head.tsx'
import { PageLink } from '../../layout/page-link.tsx'
import { consoleRequestOf } from '../../request/console-request.ts'
import { type Column, DataTable } from '../../table/data-table.tsx'
import { isLong, ListEmpty, ListSearch } from '../../table/filters.tsx'
import { Pager } from '../../table/pager.tsx'
import { Instant } from '../../text/instant.tsx'
import { useText } from '../../text/texts.tsx'
import { useMay, usePlace } from '../place/use-place.ts'

type ProjectLine = AnswerOf<'listWorkspaceProjects'>['projects'][number]

export async function loader({ context, params }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const place = await enterWorkspace(page, params)
  // A control plane of another make cannot look for names.
  const q = place.workspace.elsewhere === undefined ? askedFor(page, 'q') : ''
  const { body, pages } = await place.list('listWorkspaceProjects', { query: { q } })
  return { projects: body.projects, q, pages }
}

/** A workspace: its projects. */
export default function Overview() {
  const t = useText('console')
  const own = useText('console_projects')
  const { projects, q, pages } = useLoaderData<typeof loader>()
  const { workspace } = usePlace()
  const { elsewhere, isRemote } = workspace
  const leadHere = t(isRemote ? 'overview.remote' : 'overview.lead')
  const lead = elsewhere === undefined ? leadHere : t('overview.elsewhere', { origin: elsewhere })
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
      render: (row) => <Badge>{t(`environment.${row.environment}`)}</Badge>,
    },
    {
      id: 'created',
      heading: t('overview.created'),
      look: 'number',
      render: (row) => <Instant at={row.created_at} look="date" />,
    },
  ]
  return (
    <>
      <PageHead title={workspace.name} lead={lead} actions={add} />
      {elsewhere === undefined && isLong(projects.length, q, pages) && <ListSearch q={q} label={t('overview.q')} />}
      <DataTable
        caption={t('overview.projects')}
        columns={columns}
        rows={projects}
        rowId={({ id }) => id}
        empty={
          <ListEmpty q={q} pages={pages}>
            <Empty title={t('overview.empty')}>{add}</Empty>
          </ListEmpty>
        }
      />
      <Pager {...pages} />
    </>
  )
}
