import { Badge, Empty } from '@gatehouse/design/content'
import { ConsoleForm } from '../../form/console-form.tsx'
import { EventCell } from '../../events/event-cell.tsx'
import { FaultText } from '../../messages/fault-text.tsx'
import { type Column, DataTable } from '../../table/data-table.tsx'
import { Instant } from '../../text/instant.tsx'
import { useText } from '../../text/texts.tsx'
import { useMay } from '../../scopes/use-scope.ts'
import type { Delivery } from './delivery.ts'

/** Deliveries of a stream, newest first. */
export function DeliveryTable({
  deliveries,
  state,
}: {
  readonly deliveries: readonly Delivery[]
  readonly state: Delivery['state'] | ''
}) {
  const t = useText('console_events')
  const mayRedrive = useMay()('redriveEventStream')
  const columns: readonly Column<Delivery>[] = [
    {
      id: 'event',
      heading: t('delivery.event'),
      isName: true,
      look: 'sentence',
      render: (row) => <EventCell type={row.event_type} event={row.event} />,
    },
    {
      id: 'state',
      heading: t('stream.state'),
      card: 'end',
      size: 'short',
      title: (row) => t(`delivery.${row.state}`),
      render: (row) => (
        <Badge tone={row.state === 'delivered' ? 'good' : 'neutral'}>{t(`delivery.${row.state}`)}</Badge>
      ),
    },
    {
      id: 'attempts',
      heading: t('delivery.attempts'),
      look: 'number',
      size: 'short',
      from: 'wide',
      card: 'line',
      render: ({ attempts }) => attempts,
    },
    { id: 'answer', heading: t('delivery.answer'), look: 'sentence', size: 'medium', render: answerOf },
    {
      id: 'when',
      heading: t('delivery.when'),
      look: 'sentence',
      size: 'date',
      render: (row) => <When delivery={row} />,
    },
    ...(mayRedrive && deliveries.some((one) => one.state === 'dead')
      ? [
          {
            id: 'actions',
            heading: '',
            look: 'actions',
            size: 'short',
            render: (row: Delivery) => <Redrive delivery={row} />,
          } as const,
        ]
      : []),
  ]
  return (
    <DataTable
      caption={t('deliveries.title')}
      columns={columns}
      rows={deliveries}
      rowId={({ id }) => String(id)}
      empty={<Empty drawing="bridge" title={t(`deliveries.empty_${state === '' ? 'all' : state}`)} />}
    />
  )
}

/** Returns the receiver's last answer: none before the first attempt. */
function answerOf({ response_status: status, fault, fault_kind: kind }: Delivery) {
  if (fault !== null) return <FaultText text={fault} kind={kind ?? undefined} />
  return status ?? '–'
}

function When({ delivery }: { readonly delivery: Delivery }) {
  const t = useText('console_events')
  if (delivery.next_attempt_at === null || delivery.attempts === 0) return <Instant at={delivery.updated_at} />
  return (
    <>
      {t('delivery.next')} <Instant at={delivery.next_attempt_at} />
    </>
  )
}

function Redrive({ delivery: { id, state } }: { readonly delivery: Delivery }) {
  const t = useText('console_events')
  if (state !== 'dead') return null
  return <ConsoleForm intent={`redrive.${id}`} submit={t('redrive.one')} variant="plain" />
}
