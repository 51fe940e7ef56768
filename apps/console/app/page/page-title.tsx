import { useRootData } from './root-data.ts'

/** The document's title: the page, and the brand of the console. */
export function PageTitle({ title }: { readonly title: string }) {
  const brand = useRootData()?.brand
  return <title>{brand === undefined ? title : `${title} · ${brand}`}</title>
}
