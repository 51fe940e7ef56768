import type { ReactNode } from 'react'
import { PageLink } from '../../layout/page-link.tsx'
import { PersonCell } from '../../people/person-cell.tsx'
import { useProjectRoot } from '../../people/project-root.ts'
import { StateBadge } from '../../people/state-badge.tsx'
import { type Column, DataTable } from '../../table/data-table.tsx'
import { Instant } from '../../text/instant.tsx'
import { useText } from '../../text/texts.tsx'
import classes from './people.module.css'
import type { PersonRow } from './person-row.ts'

export interface PeopleTableProps {
  readonly rows: readonly PersonRow[]
  /** What the columns of traits are called. */
  readonly columns: readonly string[]
  /** Whether people can be picked, for the bar below the table. */
  readonly selectable: boolean
  /** How the list is sorted by creation, and where it is sorted the other way; absent: it is not. */
  readonly sort: Column<PersonRow>['sort']
  readonly empty: ReactNode
}

/** The form that picked people belong to. */
export const bulkFormId = 'bulk'

/** One page of people. */
export function PeopleTable({ rows, columns, selectable, sort, empty }: PeopleTableProps) {
  const t = useText('console_people')
  const root = useProjectRoot()
  const all: readonly Column<PersonRow>[] = [
    {
      id: 'person',
      heading: t('people.person'),
      isName: true,
      render: ({ id, name, address }) => (
        <PersonCell
          name={name}
          address={address}
          before={
            selectable && (
              <input
                type="checkbox"
                className={classes.pick}
                form={bulkFormId}
                name="ids"
                value={id}
                aria-label={t('people.pick', { name })}
              />
            )
          }
        >
          <PageLink href={`${root}/people/${id}`}>
            <bdi>{name}</bdi>
          </PageLink>
        </PersonCell>
      ),
    },
    { id: 'state', heading: t('people.state'), render: ({ state }) => <StateBadge state={state} /> },
    ...columns.map((heading, index): Column<PersonRow> => ({
      id: `trait-${index}`,
      heading,
      render: ({ traits }) => <bdi>{traits[index]}</bdi>,
    })),
    {
      id: 'created',
      heading: t('people.created'),
      look: 'number',
      ...(sort && { sort }),
      render: ({ createdAt }) => <Instant at={createdAt} look="date" />,
    },
  ]
  return <DataTable caption={t('people.title')} columns={all} rows={rows} rowId={({ id }) => id} empty={empty} />
}
