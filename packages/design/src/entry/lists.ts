/** Lists, and what they are worked with. */
export { DataTable, type Column, type DataTableProps } from '../data-table.tsx'
export { Empty, type EmptyDrawing } from '../empty.tsx'
export { InkBar } from '../ink-bar.tsx'
export { Pager } from '../pager.tsx'
export { selectAll, useSelected } from '../selection.tsx'
export { Tabs } from '../tabs.tsx'
