import { useRouteLoaderData } from 'react-router'
import type { Theme } from '@gatehouse/design/layout'
import type { ShownBrand } from './brand.ts'
import type { PageTexts } from '../text/page-texts.ts'

/** The data that every page has. */
export interface RootData {
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  /** The lines of the language menu, as JSON. */
  readonly languages: string
  readonly theme: Theme
  readonly brand: ShownBrand
  readonly requestId: string
  /** Features besides the identity service's flows. */
  readonly offers: {
    readonly activity: boolean
    readonly data: boolean
    /** See `PageFeatures`. */
    readonly rememberDeviceDays: number | undefined
  }
  readonly texts: PageTexts
}

/** Returns every page's data: language, theme, brand. Absent only if the application itself failed to start. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData<RootData>('root')
}
