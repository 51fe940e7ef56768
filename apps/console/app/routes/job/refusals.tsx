import { PageLink } from '../../page/page-link.tsx'
import { useProjectRoot } from '../../scopes/use-project-root.ts'
import { type Column, DataTable } from '../../table/data-table.tsx'
import { useText } from '../../text/texts.tsx'
import classes from './job.module.css'
import type { Refusal } from './refusals.server.ts'

export interface RefusalsProps {
  readonly refusals: readonly Refusal[]
  /** The total number of refusals. */
  readonly count: number
}

/** So many are shown without being asked for. */
const mostOpen = 10

/** The refused entries with their reasons: a list that opens. */
export function Refusals({ refusals, count }: RefusalsProps) {
  const t = useText('console_people')
  const root = useProjectRoot()
  const areEntries = refusals[0]?.kind === 'entry'
  const title = t(areEntries ? 'jobs.failed_rows' : 'jobs.refusals')
  const columns: readonly Column<Refusal>[] = [
    {
      id: 'who',
      heading: t(areEntries ? 'import.line' : 'people.person'),
      isName: true,
      size: areEntries ? 'short' : 'long',
      title: (row) => (row.kind === 'person' ? (row.name ?? row.id) : row.id),
      render: (row) =>
        row.kind === 'entry' ? (
          row.id
        ) : (
          <PageLink href={`${root}/people/${row.id}`}>
            <bdi>{row.name ?? t('jobs.gone', { id: row.id.slice(0, 8) })}</bdi>
          </PageLink>
        ),
    },
    {
      id: 'reason',
      heading: t('jobs.reason'),
      title: ({ reason }) => reason,
      render: ({ reason }) => <span lang="en">{reason}</span>,
    },
  ]
  return (
    <details className={classes.refusals} open={count <= mostOpen}>
      <summary>
        {title} <small>{count}</small>
      </summary>
      {count > refusals.length && <p>{t('jobs.refusals_more')}</p>}
      <DataTable caption={title} columns={columns} rows={refusals} rowId={({ id }) => id} empty={null} />
    </details>
  )
}
