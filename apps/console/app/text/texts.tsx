import { createTranslator } from '@gatehouse/i18n/create-translator'
import { defaultLanguage } from '@gatehouse/i18n/languages'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { ConsoleNamespace } from './namespaces.ts'

/** Says one text, with values in the places of its `{{placeholders}}`. `count` chooses the plural form. */
export type Say = (key: string, values?: Readonly<Record<string, string | number | undefined>>) => string

interface TextSource {
  readonly language: string
  readonly texts: (namespace: ConsoleNamespace) => Say
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
export function useText(namespace: ConsoleNamespace): Say {
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
      const t = i18n.getFixedT(language, namespace)
      return (key, values) => t(key, { ...values })
    },
  }
  sources.set(language, source)
  return source
}

function parseTexts(json: string): Readonly<Record<string, Readonly<Record<string, string>>>> {
  return JSON.parse(json) as Readonly<Record<string, Readonly<Record<string, string>>>>
}
