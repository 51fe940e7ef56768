import type { Language } from '@gatehouse/i18n/languages'
import { useRouteLoaderData } from 'react-router'
import type { Theme } from '@gatehouse/design/layout'
import type { PageTexts } from '../text/texts.tsx'

/** The data that every page has. */
export interface RootData {
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  readonly theme: Theme
  /** The operator's product. */
  readonly brand: string
  readonly requestId: string
  readonly nonce: string
  /** Those that have texts. */
  readonly languages: readonly Language[]
  readonly texts: PageTexts
}

/** Returns every page's data: language, theme, brand. Absent only if the application itself failed to start. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData<RootData>('root')
}
