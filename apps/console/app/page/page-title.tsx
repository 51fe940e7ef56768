import { useRootData } from './root-data.ts'

/** The document's title: what, and whose console. */
export function PageTitle({ title }: { readonly title: string }) {
  const brand = useRootData()?.brand
  return <title>{brand === undefined ? title : `${title} · ${brand}`}</title>
}
