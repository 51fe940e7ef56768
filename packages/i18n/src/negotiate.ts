import { defaultLanguage, isLanguageCode, type LanguageCode } from './languages.ts'

/** What a request says about languages. */
export interface LanguageWishes {
  /** Value of the language cookie: the person's own choice. */
  readonly cookie?: string | null | undefined
  /** `ui_locales` of OpenID Connect: tags separated by spaces, best first. */
  readonly uiLocales?: string | null | undefined
  /** The `Accept-Language` header. */
  readonly acceptLanguage?: string | null | undefined
}

/** The first supported language among a person's choice, the calling application's wish and the browser's. */
export function negotiateLanguage({ cookie, uiLocales, acceptLanguage }: LanguageWishes): LanguageCode {
  const wishes = [cookie ?? '', ...(uiLocales ?? '').split(/\s+/), ...acceptedLanguages(acceptLanguage ?? '')]
  for (const wish of wishes) {
    const code = supported(wish)
    if (code) return code
  }
  return defaultLanguage
}

/** `de-AT` is served by `de`. */
function supported(tag: string): LanguageCode | undefined {
  const code = tag.trim().toLowerCase().split('-')[0]
  return isLanguageCode(code) ? code : undefined
}

/** The ranges of an Accept-Language header (RFC 9110, 12.5.4), best first; refused ones (`q=0`) left out. */
function acceptedLanguages(header: string): readonly string[] {
  return header
    .split(',')
    .map((part) => {
      const [range = '', ...parameters] = part.split(';').map((word) => word.trim())
      const quality = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2)
      return {
        range,
        quality: quality === undefined ? 1 : /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(quality) ? Number(quality) : 0,
      }
    })
    .filter(({ range, quality }) => range !== '' && quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ range }) => range)
}
