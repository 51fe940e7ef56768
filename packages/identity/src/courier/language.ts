import { spokenLanguages, wishedLanguage } from '@gatehouse/i18n/catalogues'
import { defaultLanguage, type LanguageCode } from '@gatehouse/i18n/languages'

import type { Identity } from '../identities/identity.ts'
import type { MessageSubject } from './message.ts'

/** TABLE: the traits with a person's language as a BCP 47 code, by the names in schemas, in this order. */
const languageTraits = ['locale', 'language', 'preferred_language', 'lang'] as const

/**
 * Returns the language of a message: that of the person's traits; else the `ui_locales` of their flow, or of the OAuth2
 * client's request behind it; else that of the request being answered; else the one that the flow remembers; else the
 * default.
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

/** Returns the language of an `Accept-Language` header; nothing if it names no available one. */
export function acceptedLanguage(acceptLanguage: string | null | undefined): LanguageCode | undefined {
  return wishedLanguage({ acceptLanguage }, spokenLanguages())
}
