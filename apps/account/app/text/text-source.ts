import type { Namespace } from '@gatehouse/i18n/languages'
import type { Say } from '@gatehouse/i18n/reader'
import { createContext, useContext } from 'react'

export type { Say, Values } from '@gatehouse/i18n/reader'

/** The source of a page's texts: those of the first page, or i18next once a page needs more. */
export interface TextSource {
  /** BCP 47. */
  readonly language: string
  readonly texts: <N extends Namespace>(namespace: N) => Say<N>
}

const speechless: TextSource = { language: 'en', texts: () => (key) => key }

/** Filled by `Texts`. Outside of it the language is English and every text is its own key. */
export const TextContext = createContext<TextSource>(speechless)

/** Returns the texts of a namespace, in the visitor's language. */
export function useText<N extends Namespace>(namespace: N): Say<N> {
  return useContext(TextContext).texts(namespace)
}

/** Returns the visitor's language. */
export function useLanguage(): string {
  return useContext(TextContext).language
}
