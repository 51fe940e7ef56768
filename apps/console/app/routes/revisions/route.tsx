import type { AnswerOf } from '@gatehouse/contract/control-plane'
import { Badge, Empty } from '@gatehouse/design/content'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Maker } from '../../configuration/maker.tsx'
import { enterOwnProject } from '../../control-plane/scope.server.ts'
import { PageHead } from '../../page/page-head.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { consoleRequestOf } from '../../request/console-request.ts'
import { type Column, DataTable } from '../../table/data-table.tsx'
import { Pager } from '../../table/pager.tsx'
import { Instant } from '../../text/instant.tsx'
import { useText } from '../../text/texts.tsx'

type Revision = AnswerOf<'listProjectRevisions'>['revisions'][number]

export async function loader({ context, params }: LoaderFunctionArgs) {
  const scope = await enterOwnProject(consoleRequestOf(context), params, 'configuration')
  const { body, pages } = await scope.list('listProjectRevisions')
  return { revisions: body.revisions, pages }
}

/** Every state that a project was in, newest first. */
export default function Revisions() {
  const t = useText('console_projects')
  const { revisions, pages } = useLoaderData<typeof loader>()
  const columns: readonly Column<Revision>[] = [
    {
      id: 'when',
      heading: t('revision.when'),
      size: 'long',
      isName: true,
      render: ({ id, created_at: at }) => (
        <PageLink href={id}>
          <Instant at={at} />
        </PageLink>
      ),
    },
    { id: 'by', heading: t('revision.by'), render: (row) => <Maker of={row} /> },
    {
      id: 'state',
      heading: t('revision.state'),
      card: 'state',
      size: 'medium',
      render: (row) => row.is_current && <Badge tone="good">{t('revision.current')}</Badge>,
    },
  ]
  return (
    <>
      <PageHead title={t('revision.title')} intro={t('revision.lead')} />
      <DataTable
        caption={t('revision.title')}
        columns={columns}
        rows={revisions}
        rowId={({ id }) => id}
        empty={<Empty drawing="lantern" title={t('revision.empty')} />}
      />
      <Pager {...pages} />
    </>
  )
}
