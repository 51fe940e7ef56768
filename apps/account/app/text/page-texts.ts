import { textReader } from '@gatehouse/i18n/reader'
import type { TextSource } from './text-source.ts'

/** Texts by namespace and flat key, in one language. */
export type TextResources = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The texts that travel with a page. */
export interface PageTexts {
  readonly language: string
  /** The texts as JSON: one string is written into a page much faster than a hundred. See `parseTexts`. */
  readonly resources: string
  /** Report keys without a text to the server. */
  readonly reportMissing: boolean
}

/** Says texts that came with the page. */
export function textsOfPage({ language, resources: json }: PageTexts): TextSource {
  const resources = parseTexts(json)
  return { language, texts: textReader(language, (namespace, key) => resources[namespace]?.[key]) }
}

const parsed = new Map<string, TextResources>()

/** Reads texts that the server wrote. The few there are stay read: every page of a language has the same. */
export function parseTexts(json: string): TextResources {
  const texts = parsed.get(json) ?? (JSON.parse(json) as TextResources)
  parsed.set(json, texts)
  return texts
}
