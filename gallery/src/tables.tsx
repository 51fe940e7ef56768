import { Badge, type Column, DataTable, FilterChip, Pager, SearchBox, Toolbar } from '@gatehouse/design/content'
import { Button, Field, TextInput } from '@gatehouse/design/controls'
import { Specimen } from './specimen.tsx'

interface Person {
  readonly id: string
  readonly name: string
  readonly address: string
  readonly count: number
  readonly isOut?: boolean
}

const people: readonly Person[] = [
  { id: 'ada', name: 'Ada Lovelace', address: 'ada@example.org', count: 3 },
  { id: 'haeun', name: '김하은', address: 'haeun.kim.of.a.very.long.department@example.org', count: 12 },
  { id: 'layla', name: 'ليلى الفهري', address: 'layla@example.org', count: 0, isOut: true },
]

const columns: readonly Column<Person>[] = [
  {
    id: 'name',
    heading: 'Person',
    isName: true,
    size: 'medium',
    sort: { href: '#datatable-pager', sorted: 'ascending' },
    render: ({ name }) => <a href="#datatable-pager">{name}</a>,
  },
  { id: 'address', heading: 'Email', title: ({ address }) => address, render: ({ address }) => address },
  {
    id: 'state',
    heading: 'State',
    size: 'short',
    card: 'end',
    render: ({ isOut }) => isOut && <Badge>Signed out</Badge>,
  },
  { id: 'count', heading: 'Devices', look: 'number', size: 'short', from: 'medium', render: ({ count }) => count },
  {
    id: 'actions',
    heading: '',
    look: 'actions',
    size: 'short',
    render: ({ isOut }) => isOut !== true && <Button size="small">Sign out</Button>,
  },
]

const selection = {
  form: 'bulk',
  name: 'person',
  label: ({ name }: Person) => `Select ${name}`,
  labelAll: 'Select everybody on this page',
}

/** Draws lists of one page, in both densities, with their filters and the links to the other pages. */
export function Tables() {
  const common = { columns, rows: people, rowId: ({ id }: Person) => id, empty: null, actionsLabel: 'Actions' }
  return (
    <Specimen name="Toolbar, SearchBox, FilterChip, DataTable, Pager">
      <Toolbar>
        <search>
          <form action="#toolbar">
            <SearchBox submit="Search">
              <Field id="list-q" label="Search">
                {(control) => <TextInput {...control} type="search" name="q" placeholder="Name, email, phone or id" />}
              </Field>
            </SearchBox>
          </form>
        </search>
        <FilterChip
          label="State"
          choices={[
            { href: '#active', label: 'Active' },
            { href: '#suspended', label: 'Suspended' },
          ]}
        />
        <FilterChip
          label="Organization"
          chosen={{
            label: 'Northwind Shipping',
            without: '#toolbar',
            remove: 'Remove filter Organization: Northwind Shipping',
          }}
        />
      </Toolbar>
      <form id="bulk" />
      <DataTable
        {...common}
        caption="People"
        selection={selection}
        rowLook={({ isOut }) => (isOut === true ? 'gone' : undefined)}
        rowsAreLinks
      />
      <DataTable {...common} caption="People, compact" density="compact" />
      <Pager
        label="Pages of people"
        range="1–3 of 303"
        ways={[
          { href: '#datatable', label: 'Previous' },
          { href: '#datatable-pager', label: 'Next' },
        ]}
      />
    </Specimen>
  )
}
