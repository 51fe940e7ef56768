import type { Brand as Mark } from '@gatehouse/design/mark'
import { useRootData } from './root-data.ts'

/** The operator's brand as the layouts draw it. */
export function useBrandMark(): Mark {
  const brand = useRootData()?.brand
  const mark = { name: brand?.name ?? '', href: brand?.homeUrl ?? '/' }
  if (brand?.logoUrl === undefined) return mark
  return { ...mark, logo: <img src={brand.logoUrl} alt="" width="28" height="28" /> }
}
