import { createTranslator, type TextKey } from '@gatehouse/i18n/translator'
import { defaultLanguage } from '@gatehouse/i18n/languages'
import type { TFunction } from 'i18next'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { ConsoleNamespace } from './namespaces.ts'

/** Says one text, with values in the places of its `{{placeholders}}`. `count` chooses the plural form. */
export type Say<N extends ConsoleNamespace> = (
  key: TextKey<N>,
  values?: Readonly<Record<string, string | number | undefined>>,
) => string

interface TextSource {
  readonly language: string
  readonly texts: <N extends ConsoleNamespace>(namespace: N) => Say<N>
}

const TextContext = createContext<TextSource>({ language: defaultLanguage, texts: () => (key) => key })

/** The texts that came with the page. */
export interface PageTexts {
  readonly language: string
  /** The texts as JSON: one string is written into a page much faster than hundreds. */
  readonly resources: string
}

/** Makes the texts of the console available to `useText`, alike on the server and in the browser. */
export function Texts({ texts, children }: { readonly texts: PageTexts; readonly children: ReactNode }) {
  const source = useMemo(() => sourceOf(texts), [texts])
  return <TextContext value={source}>{children}</TextContext>
}

/** The texts of a namespace, in the visitor's language. */
export function useText<N extends ConsoleNamespace>(namespace: N): Say<N> {
  return useContext(TextContext).texts(namespace)
}

/** The visitor's language. */
export function useLanguage(): string {
  return useContext(TextContext).language
}

const sources = new Map<string, TextSource>()

function sourceOf({ language, resources }: PageTexts): TextSource {
  const present = sources.get(language)
  if (present !== undefined) return present
  const { i18n } = createTranslator(language, parseTexts(resources))
  const source: TextSource = {
    language,
    texts: (namespace) => {
      const t: TFunction = i18n.getFixedT(language, [namespace])
      return (key, values) => {
        const asked: string = key
        return t(asked, { ...values })
      }
    },
  }
  sources.set(language, source)
  return source
}

function parseTexts(json: string): Readonly<Record<string, Readonly<Record<string, string>>>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the loader of this very build wrote it
  return JSON.parse(json) as Readonly<Record<string, Readonly<Record<string, string>>>>
}
