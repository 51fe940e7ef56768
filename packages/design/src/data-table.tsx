import type { ElementType, ReactNode } from 'react'
import classes from './data-table.module.css'
import cardClasses from './data-table-cards.module.css'
import { followRow } from './follow-row.ts'
import { SelectAll, SelectRow, type Selection } from './selection.tsx'

/** A column: its heading, and the content of its cells. */
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
  /** A link to the same list, sorted by this column; `sorted` is the current order. */
  readonly sort?: { readonly href: string; readonly sorted: 'ascending' | 'descending' | 'none' }
  /** The width; absent: the column shares the remaining width. A text too long for its line is cut. */
  readonly size?: 'date' | 'short' | 'medium' | 'long' | 'longest'
  /** The whole text of a cell, shown on hover: for columns whose lines may be cut. */
  readonly title?: (row: Row) => string
  /** The width from which the column is shown; absent: always. */
  readonly from?: 'medium' | 'wide' | 'widest'
  /**
   * The position on the card of a phone. `end`: at the end of the first line. `state`: at the end of the second.
   * `fact`: a separate line, the default if neither this nor `from` is given. `line`: with its heading, as numbers
   * have. `none`: not shown.
   */
  readonly card?: 'end' | 'state' | 'fact' | 'line' | 'none'
}

/** The rows are one page of a list, in their final order: the table itself neither sorts nor cuts. */
export interface DataTableProps<Row> {
  /** The kind of the rows, for screen readers. */
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
  /** The look of a row: `gone` for a row that no longer exists. */
  readonly rowLook?: (row: Row) => 'gone' | undefined
  /** The heading of the column of buttons, for screen readers. */
  readonly actionsLabel: string
  /** Draws the anchors; gets `href` and the rest. Default: `a`. */
  readonly link?: ElementType | undefined
}

/** How many columns fit side by side. */
const mostInSight = 7

/**
 * A table of one page of rows. Its columns have their widths from the start, so that rows are seen as they come and
 * nothing moves. Paging and sorting are links, so that they work without script.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowId, empty, selection, rowsAreLinks = false, density, rowLook } = props
  if (rows.length === 0) return empty
  return (
    <div className={classes.frame} data-part="data-table" data-scrolls={columns.length > mostInSight || undefined}>
      <table className={`${classes.table} ${cardClasses.cards}`} data-density={density}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {selection && (
              <th scope="col" data-size="box">
                <SelectAll selection={selection} />
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.id} column={column} actionsLabel={props.actionsLabel} link={props.link} />
            ))}
          </tr>
        </thead>
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the link of a row is there for keyboards */}
        <tbody onClick={rowsAreLinks ? followRow : undefined} data-row-links={rowsAreLinks || undefined}>
          {rows.map((row) => (
            <tr key={rowId(row)} data-row={rowId(row)} data-look={rowLook?.(row)}>
              {selection && (
                <td data-look="box">
                  <SelectRow selection={selection} row={row} id={rowId(row)} />
                </td>
              )}
              {columns.map((column) => (
                <Cell key={column.id} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface HeadProps {
  readonly column: Pick<Column<never>, 'heading' | 'look' | 'size' | 'from' | 'sort'>
  readonly actionsLabel: string
  readonly link: ElementType | undefined
}

function Head({ column: { heading, look, size, from, sort }, actionsLabel, link: Anchor = 'a' }: HeadProps) {
  return (
    <th scope="col" data-look={look} data-size={size} data-from={from} aria-sort={sort?.sorted}>
      {look === 'actions' ? (
        <span data-unseen>{actionsLabel}</span>
      ) : sort === undefined ? (
        heading
      ) : (
        <Anchor href={sort.href}>{heading}</Anchor>
      )}
    </th>
  )
}

function Cell<Row>({ column, row }: { readonly column: Column<Row>; readonly row: Row }) {
  const { heading, look, from, card, isName = false } = column
  const label = (
    <span className={classes.label} data-part="label">
      {heading}{' '}
    </span>
  )
  const title = column.title?.(row)
  const content = column.render(row)
  return isName ? (
    <th scope="row" data-look={look} title={title}>
      {look === 'number' && label}
      {content}
    </th>
  ) : (
    <td data-look={look} data-from={from} data-card={card}>
      {look !== 'actions' && label}
      <div title={title}>{content}</div>
    </td>
  )
}
