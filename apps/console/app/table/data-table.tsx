import { DataTable as DesignTable, type DataTableProps } from '@gatehouse/design/content'
import { PageLink } from '../page/page-link.tsx'
import { useText } from '../text/texts.tsx'

export type { Column } from '@gatehouse/design/content'

/** A table of one page of rows, with the links and the words of the console. */
export function DataTable<Row>(props: Omit<DataTableProps<Row>, 'actionsLabel' | 'link'>) {
  const t = useText('console')
  return <DesignTable {...props} actionsLabel={t('table.actions')} link={PageLink} />
}
