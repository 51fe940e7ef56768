import type { EventEnvelope } from '@gatehouse/contract/events'
import type { ReactNode } from 'react'
import { EventCell } from '../../events/event-cell.tsx'
import { PageLink } from '../../layout/page-link.tsx'
import { type Column, DataTable } from '../../table/data-table.tsx'
import { Instant } from '../../text/instant.tsx'
import { useText } from '../../text/texts.tsx'
import { useProjectRoot } from '../scope/use-project-root.ts'

/** Events, newest first. */
export function EventTable({
  events,
  empty,
}: {
  readonly events: readonly EventEnvelope[]
  readonly empty: ReactNode
}) {
  const t = useText('console_events')
  const caption = useText('console')('nav.events')
  const columns: readonly Column<EventEnvelope>[] = [
    { id: 'at', heading: t('events.at'), look: 'number', render: ({ time }) => <Instant at={time} look="second" /> },
    {
      id: 'type',
      heading: t('events.type'),
      isName: true,
      render: (event) => <EventCell type={event.type} event={event} />,
    },
    { id: 'about', heading: t('events.about'), render: (event) => <About event={event} /> },
    { id: 'by', heading: t('events.by'), render: ({ actor }) => t(`actor.${actor.type}`) },
  ]
  return <DataTable caption={caption} columns={columns} rows={events} rowId={({ id }) => id} empty={empty} />
}

function About({ event: { identity_id: identity, source } }: { readonly event: EventEnvelope }) {
  const t = useText('console_events')
  const root = useProjectRoot()
  if (identity !== null) return <PageLink href={`${root}/people/${identity}`}>{t('events.person')}</PageLink>
  return t(source === 'project' ? 'events.project' : 'events.nobody')
}
