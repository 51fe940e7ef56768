import Negotiator from 'negotiator'
import { defaultLanguage, type LanguageCode } from './languages.ts'

/** The language preferences of a request. */
export interface LanguageWishes {
  /** Value of the language cookie: the person's own choice. */
  readonly cookie?: string | null | undefined
  /** `ui_locales` of OpenID Connect: tags separated by spaces, best first. */
  readonly uiLocales?: string | null | undefined
  /** The `Accept-Language` header. */
  readonly acceptLanguage?: string | null | undefined
}

/** More than any browser sends; later ones are ignored. */
const mostWishes = 32

/**
 * Returns the first language of `spoken` among a person's choice, the calling application's wish and the browser's, or
 * the default one. A language in another script (`zh-TW`) is taken only when nothing that was wished for can be read as
 * it is.
 */
export function negotiateLanguage(wishes: LanguageWishes, spoken: readonly LanguageCode[]): LanguageCode {
  return wishedLanguage(wishes, spoken) ?? defaultLanguage
}

/** Negotiates as `negotiateLanguage` does, without a default. */
export function wishedLanguage(
  { cookie, uiLocales, acceptLanguage }: LanguageWishes,
  spoken: readonly LanguageCode[],
): LanguageCode | undefined {
  if (typeof cookie === 'string' && spoken.includes(cookie)) return cookie
  const wishes = [...(uiLocales?.split(/\s+/) ?? []), ...acceptedLanguages(acceptLanguage)].slice(0, mostWishes)
  const known = spoken.map(knownLanguage)
  return first(wishes, sameScript(known)) ?? first(wishes, anyScript(known))
}

type Match = (wish: Intl.Locale) => LanguageCode | undefined

function first(wishes: readonly string[], match: Match): LanguageCode | undefined {
  for (const wish of wishes) {
    const locale = localeOf(wish)
    const code = locale && match(locale)
    if (code !== undefined) return code
  }
  return undefined
}

/**
 * Matches languages of the same script: `de-AT` is served by `de`, and `zh-CN` by `zh-Hans`: regions and unsaid scripts
 * are filled in as the CLDR has them.
 */
function sameScript(known: readonly Known[]): Match {
  return (wish) => {
    const { language, script } = wish.maximize()
    return known.find((one) => one.language === readAs(language) && one.script === script)?.code
  }
}

function anyScript(known: readonly Known[]): Match {
  return (wish) => known.find((one) => one.language === readAs(wish.language))?.code
}

interface Known {
  readonly code: LanguageCode
  readonly language: string
  readonly script: string | undefined
}

const described = new Map<LanguageCode, Known>()

/** Caches a language; only codes of folders come here, so there are few to keep. */
function knownLanguage(code: LanguageCode): Known {
  const present = described.get(code)
  if (present !== undefined) return present
  const { language, script } = new Intl.Locale(code).maximize()
  const known = { code, language, script }
  described.set(code, known)
  return known
}

/** Norwegian has two written forms, and "Norwegian" without saying which is nearly always Bokmål. */
const readAs = (language: string) => (language === 'no' || language === 'nn' ? 'nb' : language)

function localeOf(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag)
  } catch {
    return undefined
  }
}

/** Returns the ranges of an Accept-Language header (RFC 9110, 12.5.4), best first; refused ones (`q=0`) left out. */
function acceptedLanguages(header: string | null | undefined): readonly string[] {
  // Without a header every language is as good, which Negotiator answers as `*`: a tag that is none, and slow to refuse.
  return header ? new Negotiator({ headers: { 'accept-language': header } }).languages() : []
}
