import { spokenLanguages } from '@gatehouse/i18n/catalogues'
import { defaultLanguage } from '@gatehouse/i18n/languages'
import type { LanguageCode } from '@gatehouse/i18n/languages'
import { wishedLanguage } from '@gatehouse/i18n/negotiate'

import type { MessageSubject } from './message.ts'

/** TABLE: the traits that hold a person's language as a BCP 47 code, by the names that schemas give them, in this order. */
const languageTraits = ['locale', 'language', 'preferred_language', 'lang'] as const

/**
 * In which language somebody is written to: that of their traits; else the `ui_locales` that their flow was begun with;
 * else that of the request being answered; else the one that the flow remembers; else the default.
 */
export function messageLanguage(
  about: MessageSubject | undefined,
  requestLanguage: LanguageCode | undefined,
  spoken: readonly LanguageCode[],
): LanguageCode {
  return (
    traitLanguage(about?.traits, spoken) ??
    wishedLanguage({ uiLocales: uiLocalesOf(about?.requestUrl) }, spoken) ??
    requestLanguage ??
    about?.language ??
    defaultLanguage
  )
}

function traitLanguage(traits: MessageSubject['traits'], spoken: readonly LanguageCode[]): LanguageCode | undefined {
  const tags = languageTraits.flatMap((name) => {
    const value = traits?.[name]
    // `de_AT`, as POSIX has it, is common in address books.
    return typeof value === 'string' ? [value.replaceAll('_', '-')] : []
  })
  return wishedLanguage({ uiLocales: tags.join(' ') }, spoken)
}

/** `ui_locales` of OpenID Connect, in the address that a flow was begun with. */
export function uiLocalesOf(requestUrl: string | undefined): string | null {
  return requestUrl !== undefined && URL.canParse(requestUrl)
    ? new URL(requestUrl).searchParams.get('ui_locales')
    : null
}

/** The language of an `Accept-Language` header; nothing, where it names none that there is. */
export function acceptedLanguage(acceptLanguage: string | null | undefined): LanguageCode | undefined {
  return wishedLanguage({ acceptLanguage }, spokenLanguages())
}
