import { useText } from '../text/text-source.ts'
import { useRootData } from '../request/root-data.ts'

/** The document's title: a failure's prefix, the page, and the brand. */
export function PageTitle({ title, failed = false }: { readonly title: string; readonly failed?: boolean }) {
  const t = useText('common')
  const brand = useRootData()?.brand.name
  const said = failed ? t('error_prefix', { title }) : title
  return <title>{brand === undefined ? said : `${said} · ${brand}`}</title>
}
