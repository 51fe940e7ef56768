import { Empty } from '@gatehouse/design/content'
import { ButtonLink } from '@gatehouse/design/controls'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { enterProject } from '../../control-plane/scope.server.ts'
import { PageHead } from '../../page/page-head.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { consoleRequestOf } from '../../request/console-request.ts'
import { HealthBadge } from '../../streams/health-badge.tsx'
import { backlogOf, destinationOf, nameOf, type StreamState } from '../../streams/stream.ts'
import { type Column, DataTable } from '../../table/data-table.tsx'
import { useText } from '../../text/texts.tsx'
import { useMay } from '../../scopes/use-scope.ts'
import { useProjectRoot } from '../../scopes/use-project-root.ts'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const scope = await enterProject(consoleRequestOf(context), params)
  const { event_streams: listed, most } = await scope.load('listEventStreams')
  const streams = await Promise.all(
    listed.map(({ id }) => scope.load('getEventStream', { params: { event_stream_id: id } })),
  )
  return { streams, most }
}

/** The event streams of a project, and their status. */
export default function Streams() {
  const t = useText('console_events')
  const title = useText('console')('nav.streams')
  const root = useProjectRoot()
  const { streams, most } = useLoaderData<typeof loader>()
  const isFull = most !== undefined && streams.length >= most
  const add = useMay()('createEventStream') && !isFull && (
    <ButtonLink href={`${root}/streams/new`} link={PageLink} size="small" variant="primary">
      {t('new.title')}
    </ButtonLink>
  )
  const columns: readonly Column<StreamState>[] = [
    {
      id: 'name',
      heading: t('stream.name'),
      isName: true,
      size: 'long',
      title: nameOf,
      render: (row) => (
        <PageLink href={`${root}/streams/${row.id}`}>
          <bdi>{nameOf(row)}</bdi>
        </PageLink>
      ),
    },
    {
      id: 'destination',
      heading: t('stream.destination'),
      from: 'medium',
      title: destinationOf,
      render: (row) => <bdi dir="ltr">{destinationOf(row)}</bdi>,
    },
    { id: 'kind', heading: t('stream.kind'), size: 'medium', from: 'wide', render: ({ type }) => t(`kind.${type}`) },
    {
      id: 'health',
      heading: t('stream.state'),
      size: 'short',
      card: 'end',
      render: (row) => <HealthBadge stream={row} />,
    },
    { id: 'backlog', heading: t('stream.backlog'), look: 'number', size: 'short', render: backlogOf },
    {
      id: 'dead',
      heading: t('stream.dead'),
      look: 'number',
      card: 'state',
      size: 'short',
      render: ({ deliveries }) => deliveries.dead,
    },
  ]
  return (
    <>
      <PageHead title={title} intro={t('streams.lead')} actions={streams.length > 0 && add} />
      <DataTable
        caption={title}
        columns={columns}
        rows={streams}
        rowId={({ id }) => id}
        rowsAreLinks
        empty={
          <Empty drawing="bridge" title={t('streams.empty')}>
            <p>{t('streams.empty_text')}</p>
            {add}
          </Empty>
        }
      />
      {most !== undefined && streams.length > 0 && (
        <p data-testid="stream-count">{t(isFull ? 'streams.full' : 'streams.used', { used: streams.length, most })}</p>
      )}
    </>
  )
}
