import type { Language } from '@gatehouse/i18n/languages'
import { useRouteLoaderData } from 'react-router'
import type { Theme } from '@gatehouse/design/layout'
import type { PageTexts } from '../text/texts.tsx'

/** What every page knows. */
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

/** What every page knows: language, theme, brand. Absent only where the application itself failed to start. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData<RootData>('root')
}
