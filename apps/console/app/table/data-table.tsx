import { tableFeatures, useTable, type ColumnDef, type RowData } from '@tanstack/react-table'
import { useMemo, type ReactNode } from 'react'
import { PageLink } from '../layout/page-link.tsx'
import { useText } from '../text/texts.tsx'
import classes from './data-table.module.css'

/** A column: its heading, and what stands in a row. */
export interface Column<Row> {
  readonly id: string
  readonly heading: ReactNode
  readonly render: (row: Row) => ReactNode
  /** The column that names the row: a screen reader says it with every other cell. */
  readonly isName?: boolean
  /** `number`: digits below digits. `word`: stays in one line. `actions`: at the end of the line. */
  readonly look?: 'number' | 'word' | 'actions'
  /** Leads to the same list, sorted by this column; `sorted` says how it is now. */
  readonly sort?: { readonly href: string; readonly sorted: 'ascending' | 'descending' | 'none' }
}

/** The rows are one page of a list, in their final order: the table itself neither sorts nor cuts. */
export interface DataTableProps<Row> {
  /** What the rows are, for screen readers. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowId: (row: Row) => string
  /** In place of a table without rows. */
  readonly empty: ReactNode
}

const features = tableFeatures({})

/** A table of one page of rows. Paging and sorting are links, so that they work without script. */
export function DataTable<Row extends RowData>({ caption, columns, rows, rowId, empty }: DataTableProps<Row>) {
  const t = useText('console')
  const data = useMemo(() => [...rows], [rows])
  const ids = columns.map(({ id }) => id).join(' ')
  // Only what the columns are, not how they draw: a new function for each render would make every cell anew, and with it
  // whatever has the focus.
  const defs = useMemo((): ColumnDef<typeof features, Row>[] => ids.split(' ').map((id) => ({ id })), [ids])
  const table = useTable({ features, columns: defs, data, getRowId: (row) => rowId(row) })
  const about = new Map(columns.map((column) => [column.id, column]))
  if (rows.length === 0) return empty
  return (
    <div className={classes.frame} data-part="data-table">
      <table className={classes.table}>
        <caption>{caption}</caption>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => {
                const column = about.get(header.column.id)
                return (
                  <th key={header.id} scope="col" data-look={column?.look} aria-sort={column?.sort?.sorted}>
                    {column?.look === 'actions' ? (
                      <span className={classes.unseen}>{t('table.actions')}</span>
                    ) : column?.sort === undefined ? (
                      column?.heading
                    ) : (
                      <PageLink href={column.sort.href}>{column.heading}</PageLink>
                    )}
                  </th>
                )
              })}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id} data-row={row.id}>
              {row.getAllCells().map((cell) => {
                const column = about.get(cell.column.id)
                const content = column?.render(row.original)
                return column?.isName === true ? (
                  <th key={cell.id} scope="row" data-look={column.look}>
                    {column.look === 'number' && (
                      <span className={classes.label} aria-hidden="true">
                        {column.heading}
                      </span>
                    )}
                    {content}
                  </th>
                ) : (
                  <td key={cell.id} data-look={column?.look}>
                    {column?.look !== 'actions' && (
                      <span className={classes.label} aria-hidden="true">
                        {column?.heading}
                      </span>
                    )}
                    <div>{content}</div>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {/* Says that the table has come whole; its columns are not final before. */}
      <span hidden data-part="whole" />
    </div>
  )
}
