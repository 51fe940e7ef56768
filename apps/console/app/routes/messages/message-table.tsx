import type { CourierMessage } from '@gatehouse/contract/identities'
import type { ReactNode } from 'react'
import { PageLink } from '../../page/page-link.tsx'
import type { Fault } from '../../messages/fault.ts'
import { FaultText } from '../../messages/fault-text.tsx'
import { ResendForm } from '../../messages/resend-form.tsx'
import { StatusBadge } from '../../messages/status-badge.tsx'
import { useTemplateName } from '../../messages/template-name.ts'
import { useProjectRoot } from '../../scopes/use-project-root.ts'
import { type Column, DataTable } from '../../table/data-table.tsx'
import { Ago } from '../../text/ago.tsx'
import { useText } from '../../text/texts.tsx'
import { useMay } from '../../scopes/use-scope.ts'
import classes from './messages.module.css'

/** A message as the list has it. */
export interface MessageRow {
  readonly id: string
  readonly recipient: string
  readonly template: string
  readonly status: CourierMessage['status']
  readonly at: string
  /** The reason why the last attempt failed; without a text it did not, or the service does not say. */
  readonly fault: Fault
  readonly canBeResent: boolean
}

export interface MessageTableProps {
  readonly rows: readonly MessageRow[]
  /** When they were read. */
  readonly now: number
  readonly empty: ReactNode
}

/** A table of messages: recipient, kind and status. An undelivered message says why, and can be sent again. */
export function MessageTable({ rows, now, empty }: MessageTableProps) {
  const t = useText('console_people')
  const nameOf = useTemplateName()
  const root = useProjectRoot()
  const mayResend = useMay()('resendCourierMessage')
  const hasErrors = rows.some(({ fault }) => fault.text !== '')
  const columns: readonly Column<MessageRow>[] = [
    {
      id: 'recipient',
      heading: t('message.recipient'),
      isName: true,
      title: ({ recipient }) => recipient,
      render: ({ id, recipient }) => (
        <PageLink href={`${root}/messages/${id}`}>
          <bdi>{recipient}</bdi>
        </PageLink>
      ),
    },
    {
      id: 'template',
      heading: t('message.template'),
      size: 'long',
      // Recipients and reasons share the width.
      from: hasErrors ? 'widest' : 'medium',
      card: hasErrors ? 'none' : 'fact',
      title: ({ template }) => nameOf(template),
      render: ({ template }) => nameOf(template),
    },
    {
      id: 'status',
      heading: t('message.status'),
      ...(!hasErrors && { size: 'short', card: 'state' }),
      ...(hasErrors && { look: 'sentence' }),
      // A sentence of the console is shown whole; the service's text may be of any length.
      title: ({ fault }) => (fault.kind === undefined ? fault.text : ''),
      render: ({ status, fault }) => (
        <span className={classes.status}>
          <StatusBadge status={status} />
          {fault.text !== '' && (
            <span className={classes.error}>
              <FaultText {...fault} />
            </span>
          )}
        </span>
      ),
    },
    { id: 'at', heading: t('message.at'), size: 'date', card: 'end', render: ({ at }) => <Ago at={at} now={now} /> },
    ...(mayResend && rows.some(({ canBeResent }) => canBeResent)
      ? [
          {
            id: 'actions',
            heading: '',
            look: 'actions',
            size: 'medium',
            render: ({ id, recipient, canBeResent }: MessageRow) =>
              canBeResent && <ResendForm id={id} recipient={recipient} />,
          } as const,
        ]
      : []),
  ]
  return (
    <DataTable
      caption={t('message.title')}
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      rowsAreLinks
      empty={empty}
    />
  )
}
