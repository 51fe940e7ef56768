import { defaultLanguage } from '@gatehouse/i18n/languages'
import { textReader, type Say as SayOf } from '@gatehouse/i18n/reader'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { arrivedText, keepTexts } from './arrived-texts.ts'
import type { ConsoleNamespace } from './namespaces.ts'

/** Says one text, with values in the places of its `{{placeholders}}`. `count` chooses the plural form. */
export type Say<N extends ConsoleNamespace> = SayOf<N>

/** The source of texts. */
export interface TextSource {
  /** BCP 47. */
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

/** On the server, which has every text: the texts of the request's language. */
export const ServerTexts = createContext<TextSource | undefined>(undefined)

/** Makes the texts of the console available to `useText`, alike on the server and in the browser. */
export function Texts({ texts, children }: { readonly texts: PageTexts; readonly children: ReactNode }) {
  const onServer = useContext(ServerTexts)
  const source = useMemo(() => onServer ?? arrive(texts), [onServer, texts])
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

/** In the browser: the texts of the document, and those that are fetched for later pages. */
function arrive({ language, resources }: PageTexts): TextSource {
  keepTexts(language, parseTexts(resources))
  return { language, texts: textReader(language, arrivedText, reportMissing) }
}

/** The page's row of `page-parts.ts` lacks a part: `npm run locales -- --fix` writes it. */
function reportMissing(namespace: string, key: string): void {
  console.error(`The texts of this page lack ${namespace}:${key}`)
}

function parseTexts(json: string): Readonly<Record<string, Readonly<Record<string, string>>>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the loader of this very build wrote it
  return JSON.parse(json) as Readonly<Record<string, Readonly<Record<string, string>>>>
}
