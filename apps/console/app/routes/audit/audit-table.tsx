import { Empty } from '../../layout/empty.tsx'
import { type Column, DataTable } from '../../table/data-table.tsx'
import { Instant } from '../../text/instant.tsx'
import { useText } from '../../text/texts.tsx'
import classes from './audit.module.css'
import type { AuditLine } from './audit.ts'

export interface AuditTableProps {
  readonly entries: readonly AuditLine[]
  readonly isFiltered: boolean
}

/** Lines of the audit log, newest first. */
export function AuditTable({ entries, isFiltered }: AuditTableProps) {
  const t = useText('console_workspace')
  const caption = useText('console')('nav.audit')
  const columns: readonly Column<AuditLine>[] = [
    { id: 'at', heading: t('audit.at'), look: 'number', render: ({ at }) => <Instant at={at} /> },
    { id: 'operation', heading: t('audit.operation'), isName: true, render: (row) => <Operation line={row} /> },
    {
      id: 'actor',
      heading: t('audit.actor'),
      render: ({ actor }) => (
        <>
          <bdi>{actor.name}</bdi>
          {actor.kind === 'key' && ` (${t('audit.key')})`}
          {actor.kind === 'link' && ` (${t('audit.link')})`}
        </>
      ),
    },
    { id: 'target', heading: t('audit.target'), render: ({ target }) => <bdi>{target.name || target.id}</bdi> },
  ]
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={entries}
      rowId={({ id }) => id}
      empty={<Empty title={t(isFiltered ? 'audit.none' : 'audit.empty')} />}
    />
  )
}

function Operation({ line: { operation, reason } }: { readonly line: AuditLine }) {
  return (
    <span className={classes.operation}>
      <code dir="ltr">{operation}</code>
      {reason !== null && (
        <q>
          <bdi>{reason}</bdi>
        </q>
      )}
    </span>
  )
}
