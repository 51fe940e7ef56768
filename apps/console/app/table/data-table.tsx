import { tableFeatures, useTable, type ColumnDef, type RowData } from '@tanstack/react-table'
import { useMemo, type ReactNode } from 'react'
import { PageLink } from '../layout/page-link.tsx'
import { useText } from '../text/texts.tsx'
import classes from './data-table.module.css'
import { followRow } from './follow-row.ts'
import { SelectAll, SelectRow, type Selection } from './selection.tsx'

/** A column: its heading, and what stands in a row. */
export interface Column<Row> {
  readonly id: string
  readonly heading: ReactNode
  readonly render: (row: Row) => ReactNode
  /** The column that names the row: a screen reader says it with every other cell. */
  readonly isName?: boolean
  /**
   * `number`: digits below digits. `word`: stays in one line. `sentence`: is read whole, on as many lines as it takes.
   * `actions`: at the end of the line.
   */
  readonly look?: 'number' | 'word' | 'sentence' | 'actions'
  /** Leads to the same list, sorted by this column; `sorted` says how it is now. */
  readonly sort?: { readonly href: string; readonly sorted: 'ascending' | 'descending' | 'none' }
  /**
   * How wide it is; `fill` shares what the others leave. Once one column has a size, the layout is fixed: nothing moves
   * while rows arrive, and what is too long for its line is cut.
   */
  readonly size?: 'date' | 'short' | 'medium' | 'long' | 'fill'
  /** The whole text of a cell, shown on hover: for columns whose lines may be cut. */
  readonly title?: (row: Row) => string
  /** The width from which the column is shown; absent: always. */
  readonly from?: 'medium' | 'wide' | 'widest'
  /**
   * On the card of a phone: at the end of its first line, or not at all. Absent: a line of its own, unless it has a
   * `from`; `line`: that too.
   */
  readonly card?: 'end' | 'line' | 'none'
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
  /** Boxes to select rows by, before the first column. */
  readonly selection?: Selection<Row> | undefined
  /** A press anywhere on a row follows the link of its name. */
  readonly rowsAreLinks?: boolean
  readonly density?: 'comfortable' | 'compact'
  /** What a row looks like: `gone` for what is there no more. */
  readonly rowLook?: (row: Row) => 'gone' | undefined
}

/** How many columns of a size fit side by side. */
const mostInSight = 7

const features = tableFeatures({})

/** A table of one page of rows. Paging and sorting are links, so that they work without script. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowId, empty, selection, rowsAreLinks = false, density, rowLook } = props
  const t = useText('console')
  const data = useMemo(() => [...rows], [rows])
  const ids = columns.map(({ id }) => id).join(' ')
  // Only what the columns are, not how they draw: a new function for each render would make every cell anew, and with it
  // whatever has the focus.
  const defs = useMemo((): ColumnDef<typeof features, Row>[] => ids.split(' ').map((id) => ({ id })), [ids])
  const table = useTable({ features, columns: defs, data, getRowId: (row) => rowId(row) })
  const about = new Map(columns.map((column) => [column.id, column]))
  if (rows.length === 0) return empty
  const isFixed = columns.some(({ size }) => size !== undefined)
  return (
    <div
      className={classes.frame}
      data-part="data-table"
      data-fixed={isFixed || undefined}
      data-scrolls={(isFixed && columns.length > mostInSight) || undefined}
    >
      <table className={classes.table} data-density={density}>
        <caption>{caption}</caption>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {selection && (
                <th scope="col" data-size="box">
                  <SelectAll selection={selection} />
                </th>
              )}
              {group.headers.map((header) => {
                const column = about.get(header.column.id)
                return (
                  <th
                    key={header.id}
                    scope="col"
                    data-look={column?.look}
                    data-size={column?.size}
                    data-from={column?.from}
                    aria-sort={column?.sort?.sorted}
                  >
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
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the link of a row is there for keyboards */}
        <tbody onClick={rowsAreLinks ? followRow : undefined} data-row-links={rowsAreLinks || undefined}>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id} data-row={row.id} data-look={rowLook?.(row.original)}>
              {selection && (
                <td data-look="box">
                  <SelectRow selection={selection} row={row.original} id={row.id} />
                </td>
              )}
              {row.getAllCells().map((cell) => {
                const column = about.get(cell.column.id)
                const content = column?.render(row.original)
                const title = column?.title?.(row.original)
                return column?.isName === true ? (
                  <th key={cell.id} scope="row" data-look={column.look} title={title}>
                    {column.look === 'number' && (
                      <span className={classes.label} aria-hidden="true">
                        {column.heading}
                      </span>
                    )}
                    {content}
                  </th>
                ) : (
                  <td key={cell.id} data-look={column?.look} data-from={column?.from} data-card={column?.card}>
                    {column?.look !== 'actions' && (
                      <span className={classes.label} aria-hidden="true">
                        {column?.heading}
                      </span>
                    )}
                    <div title={title}>{content}</div>
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
