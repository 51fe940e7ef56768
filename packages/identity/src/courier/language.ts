import { spokenLanguages, wishedLanguage } from '@gatehouse/i18n/catalogues'
import { defaultLanguage, type LanguageCode } from '@gatehouse/i18n/languages'

import type { Identity } from '../identities/identity.ts'
import type { MessageSubject } from './message.ts'

/** TABLE: the traits that hold a person's language as a BCP 47 code, by the names that schemas give them, in this order. */
const languageTraits = ['locale', 'language', 'preferred_language', 'lang'] as const

/**
 * The language of every message: that of the person's traits; else the `ui_locales` that their flow, or the OAuth2
 * client's request behind it, was begun with; else that of the request being answered; else the one that the flow
 * remembers; else the default.
 */
export function messageLanguage(
  { person, requestUrl, clientLocales, language }: MessageSubject,
  requestLanguage: LanguageCode | undefined,
  spoken: readonly LanguageCode[],
): LanguageCode {
  return (
    traitLanguage(person?.traits, spoken) ??
    wishedLanguage({ uiLocales: `${uiLocalesOf(requestUrl) ?? ''} ${clientLocales ?? ''}` }, spoken) ??
    requestLanguage ??
    language ??
    defaultLanguage
  )
}

function traitLanguage(
  traits: Identity['traits'] | undefined,
  spoken: readonly LanguageCode[],
): LanguageCode | undefined {
  const tags = languageTraits.flatMap((name) => {
    const value = traits?.[name]
    // `de_AT`, as POSIX has it, is common in address books.
    return typeof value === 'string' ? [value.replaceAll('_', '-')] : []
  })
  return wishedLanguage({ uiLocales: tags.join(' ') }, spoken)
}

/** `ui_locales` of OpenID Connect, in the address that a flow was begun with. */
export function uiLocalesOf(requestUrl: string): string | null {
  return URL.parse(requestUrl)?.searchParams.get('ui_locales') ?? null
}

/** The language of an `Accept-Language` header; nothing, where it names none that there is. */
export function acceptedLanguage(acceptLanguage: string | null | undefined): LanguageCode | undefined {
  return wishedLanguage({ acceptLanguage }, spokenLanguages())
}
