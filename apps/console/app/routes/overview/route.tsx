import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Badge } from '@gatehouse/design/badge'
import { ButtonLink } from '@gatehouse/design/button'
import { enterWorkspace } from '../../control-plane/place.server.ts'
import { Empty } from '../../layout/empty.tsx'
import { PageHead } from '../../layout/page-head.tsx'
import { PageLink } from '../../layout/page-link.tsx'
import { consoleRequestOf } from '../../request/console-request.ts'
import { type Column, DataTable } from '../../table/data-table.tsx'
import { Instant } from '../../text/instant.tsx'
import { useText } from '../../text/texts.tsx'
import { useMay, usePlace } from '../place/use-place.ts'

interface ProjectLine {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly environment: string
  readonly created_at: string
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  const place = await enterWorkspace(consoleRequestOf(context), params)
  return place.load<{ readonly projects: readonly ProjectLine[] }>('/projects')
}

/** A workspace: its projects. */
export default function Overview() {
  const t = useText('console')
  const own = useText('console_projects')
  const { projects } = useLoaderData<typeof loader>()
  const { workspace } = usePlace()
  const { elsewhere } = workspace
  const lead = elsewhere === undefined ? t('overview.lead') : t('overview.elsewhere', { origin: elsewhere })
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
      <DataTable
        caption={t('overview.projects')}
        columns={columns}
        rows={projects}
        rowId={({ id }) => id}
        empty={<Empty title={t('overview.empty')}>{add}</Empty>}
      />
    </>
  )
}
