import type { RootData } from './root-data.ts'
import { languageMenu, textsOf } from '../text/language.server.ts'
import { namespacesOf } from '../text/namespaces.ts'
import type { PageRequest } from './page-request.ts'
import { hasWords, shownBrand } from './shown-brand.server.ts'

/** Returns the data that every page has, for the page at `pathname`. */
export async function rootDataOf(page: PageRequest, pathname: string): Promise<RootData> {
  const { language, direction, theme, brand, reportMissingTexts, requestId, features } = page
  const { activity, data, rememberDeviceDays } = await features()
  return {
    language,
    direction,
    languages: languageMenu(),
    theme,
    brand: shownBrand(brand, language),
    requestId,
    offers: { activity, data: data !== 'none', rememberDeviceDays },
    texts: {
      language,
      resources: textsOf(language, namespacesOf(pathname, hasWords(brand)), brand.texts),
      reportMissing: reportMissingTexts,
    },
  }
}
