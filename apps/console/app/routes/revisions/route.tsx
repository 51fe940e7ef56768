import { Badge } from '@gatehouse/design/badge'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { enterProject } from '../../control-plane/place.server.ts'
import { Empty } from '../../layout/empty.tsx'
import { PageHead } from '../../layout/page-head.tsx'
import { PageLink } from '../../layout/page-link.tsx'
import { consoleRequestOf } from '../../request/console-request.ts'
import { type Column, DataTable } from '../../table/data-table.tsx'
import { Pager } from '../../table/pager.tsx'
import { Instant } from '../../text/instant.tsx'
import { useText } from '../../text/texts.tsx'

interface Revision {
  readonly id: string
  readonly name: string
  readonly made_by: string
  readonly is_current: boolean
  readonly created_at: string
}

interface RevisionPage {
  readonly revisions: readonly Revision[]
  readonly has_next_page: boolean
  readonly next_page_token: string
}

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const room = await enterProject(consoleRequestOf(context), params)
  const token = url.searchParams.get('page_token') ?? ''
  const query = new URLSearchParams({ page_size: '25', page_token: token })
  const found = await room.load<RevisionPage>(`/revisions?${query}`)
  const next = found.has_next_page ? found.next_page_token : undefined
  return { revisions: found.revisions, next, isFirst: token === '' }
}

/** Every state that a project was in, newest first. */
export default function Revisions() {
  const t = useText('console_projects')
  const { revisions, next, isFirst } = useLoaderData<typeof loader>()
  const columns: readonly Column<Revision>[] = [
    {
      id: 'when',
      heading: t('revision.when'),
      isName: true,
      render: ({ id, created_at: at }) => (
        <PageLink href={id}>
          <Instant at={at} />
        </PageLink>
      ),
    },
    { id: 'by', heading: t('revision.by'), render: (row) => <code>{row.made_by}</code> },
    {
      id: 'state',
      heading: t('revision.state'),
      render: (row) => row.is_current && <Badge on>{t('revision.current')}</Badge>,
    },
  ]
  return (
    <>
      <PageHead title={t('revision.title')} lead={t('revision.lead')} />
      <DataTable
        caption={t('revision.title')}
        columns={columns}
        rows={revisions}
        rowId={({ id }) => id}
        empty={<Empty title={t('revision.empty')} />}
      />
      <Pager
        first={isFirst ? undefined : '?'}
        next={next === undefined ? undefined : `?page_token=${encodeURIComponent(next)}`}
      />
    </>
  )
}
