import { Badge, Cut } from '@gatehouse/design/content'
import type { ReactNode } from 'react'
import { PageLink } from '../../page/page-link.tsx'
import { PersonCell } from '../../people/person-cell.tsx'
import { useProjectRoot } from '../../scopes/use-project-root.ts'
import { StateBadge } from '../../people/state-badge.tsx'
import { useMethodNames } from '../../people/method-names.ts'
import { type Column, DataTable } from '../../table/data-table.tsx'
import { Ago } from '../../text/ago.tsx'
import { Instant } from '../../text/instant.tsx'
import { type Say, useText } from '../../text/texts.tsx'
import type { ListColumn, ListLook } from './columns.ts'
import { type PeopleSearch, pageAddress } from './people-search.ts'
import type { PersonRow } from './person-row.ts'

export interface PeopleTableProps {
  readonly rows: readonly PersonRow[]
  readonly look: ListLook
  /** The headings of the columns of traits. */
  readonly traits: readonly string[]
  /** Whether people can be selected, for the bar below the table. */
  readonly selectable: boolean
  readonly search: PeopleSearch
  /** When the page was made, in Unix milliseconds. */
  readonly now: number
  readonly empty: ReactNode
}

/** The form that selected people belong to. */
export const bulkBoxes = { form: 'bulk', name: 'ids' } as const

/** TABLE: how a list is sorted by a column, the first way first. */
const sorts = {
  person: ['name_asc', 'name_desc'],
  last_seen: ['last_seen_desc', 'last_seen_asc'],
  created: ['newest', 'oldest'],
} as const satisfies Readonly<Record<string, readonly [PeopleSearch['order'], PeopleSearch['order']]>>

/** One page of people. */
export function PeopleTable(props: PeopleTableProps) {
  const { rows, look, traits, selectable, search, now, empty } = props
  const t = useText('console_people')
  const methodNames = useMethodNames()
  const columns: readonly Column<PersonRow>[] = [
    {
      id: 'person',
      heading: t('people.person'),
      isName: true,
      ...sortBy('person', search),
      title: ({ name, address }) => (name === address ? name : `${name} · ${address}`),
      render: (row) => <PersonOf row={row} />,
    },
    ...look.columns.map((name) => ({ ...shown[name]({ t, methodNames, now }), id: name, ...sortBy(name, search) })),
    ...traits.map((heading, index): Column<PersonRow> => ({
      id: `trait-${index}`,
      heading,
      size: 'medium',
      from: 'medium',
      title: (row) => row.traits[index] ?? '',
      render: (row) => <bdi>{row.traits[index]}</bdi>,
    })),
  ]
  return (
    <DataTable
      caption={t('people.title')}
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      empty={empty}
      rowsAreLinks
      density={look.density}
      selection={
        selectable
          ? { ...bulkBoxes, label: ({ name }) => t('people.pick', { name }), labelAll: t('bulk.all') }
          : undefined
      }
    />
  )
}

function PersonOf({ row: { id, name, address, state, isVerified } }: { readonly row: PersonRow }) {
  const t = useText('console_people')
  const root = useProjectRoot()
  return (
    <PersonCell
      name={name}
      address={address}
      badges={
        <>
          {state !== 'active' && <StateBadge state={state} />}
          {isVerified === false && <Badge tone="warn">{t('address.unverified')}</Badge>}
        </>
      }
    >
      <PageLink href={`${root}/people/${id}`}>
        <Cut>{name}</Cut>
      </PageLink>
    </PersonCell>
  )
}

/** Kratos lists people in one order only. */
function sortBy(column: string, search: PeopleSearch): Pick<Column<PersonRow>, 'sort'> {
  if (search.by !== 'words' || !(column === 'person' || column === 'last_seen' || column === 'created')) return {}
  const [first, second] = sorts[column]
  const order = search.order === first ? second : first
  const isHere = search.order === first || search.order === second
  const isAscending = isHere && /asc$|^oldest$/.test(search.order)
  return {
    sort: {
      href: pageAddress({ ...search, order }),
      sorted: isHere ? (isAscending ? 'ascending' : 'descending') : 'none',
    },
  }
}

interface Said {
  readonly t: Say<'console_people'>
  readonly methodNames: (methods: readonly string[]) => string
  readonly now: number
}

const none = '–'

/** TABLE: the content of each column. */
const shown: Readonly<Record<ListColumn, (said: Said) => Omit<Column<PersonRow>, 'id'>>> = {
  signs_in_with: ({ t, methodNames }) => ({
    heading: t('people.signs_in_with'),
    size: 'medium',
    from: 'medium',
    title: ({ setUp }) => methodNames(setUp?.signsInWith ?? []),
    render: ({ setUp }) => methodNames(setUp?.signsInWith ?? []) || none,
  }),
  second_step: ({ t, methodNames }) => ({
    heading: t('people.second_step'),
    size: 'medium',
    from: 'wide',
    title: ({ setUp }) => methodNames(setUp?.secondSteps ?? []),
    render: ({ setUp }) => methodNames(setUp?.secondSteps ?? []) || t('people.second_step_none'),
  }),
  last_seen: ({ t, now }) => ({
    heading: t('people.last_seen'),
    size: 'date',
    card: 'end',
    render: ({ setUp }) => (setUp?.lastSeenAt ? <Ago at={setUp.lastSeenAt} now={now} /> : t('people.never')),
  }),
  organization: ({ t }) => ({
    heading: t('people.organization'),
    size: 'medium',
    from: 'wide',
    title: ({ organization }) => organization,
    render: ({ organization }) => (organization === '' ? none : <bdi>{organization}</bdi>),
  }),
  created: ({ t }) => ({
    heading: t('people.created'),
    size: 'date',
    from: 'widest',
    render: ({ createdAt }) => <Instant at={createdAt} look="date" />,
  }),
  verified: ({ t }) => ({
    heading: t('people.verified'),
    size: 'short',
    from: 'medium',
    render: ({ isVerified }) =>
      isVerified === undefined ? none : t(isVerified ? 'address.verified' : 'address.unverified'),
  }),
  state: ({ t }) => ({
    heading: t('people.state'),
    size: 'short',
    from: 'medium',
    render: ({ state }) => <StateBadge state={state} />,
  }),
  schema: ({ t }) => ({
    heading: t('people.schema'),
    size: 'short',
    from: 'medium',
    title: ({ schema }) => schema,
    render: ({ schema }) => schema,
  }),
  id: ({ t }) => ({
    heading: t('person.id'),
    size: 'long',
    from: 'medium',
    title: ({ id }) => id,
    render: ({ id }) => <code>{id}</code>,
  }),
  external_id: ({ t }) => ({
    heading: t('person.external_id'),
    size: 'medium',
    from: 'medium',
    title: ({ externalId }) => externalId,
    render: ({ externalId }) => (externalId === '' ? none : <code>{externalId}</code>),
  }),
}
