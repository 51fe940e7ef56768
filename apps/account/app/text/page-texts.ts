import type { Namespace } from '@gatehouse/i18n/languages'
import type { Say, TextSource, Values } from './text-source.ts'

/** Texts by namespace and flat key, in one language. */
export type TextResources = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The texts that travel with a page. */
export interface PageTexts {
  readonly language: string
  /** The texts as JSON: one string is written into a page much faster than a hundred. See `parseTexts`. */
  readonly resources: string
  /** Tell the server about keys without a text. */
  readonly reportMissing: boolean
}

/**
 * Texts that came with the page, said without i18next: it weighs more than the rest of the sign-in page's own script,
 * and a first page needs nothing of it but placeholders and plural forms.
 */
export function textsOfPage({ language, resources: json }: PageTexts): TextSource {
  const resources = parseTexts(json)
  let plural: Intl.PluralRules | undefined
  const texts = <N extends Namespace>(namespace: N): Say<N> => {
    const entries = resources[namespace] ?? {}
    return (key, values = {}) => {
      const { count } = values
      if (typeof count !== 'number') return fill(entries[key] ?? key, values, language)
      plural ??= new Intl.PluralRules(language)
      return fill(entries[`${key}_${plural.select(count)}`] ?? entries[key] ?? key, values, language)
    }
  }
  return { language, texts }
}

/** `{{count}}` is written as it is, `{{count, number}}` in the digits and groups of the language. */
function fill(text: string, values: Values, language: string): string {
  if (!text.includes('{{')) return text
  return text.replace(/\{\{\s*(\w+)\s*(,\s*number\s*)?\}\}/g, (_, name: string, format: string | undefined) => {
    const value = values[name] ?? ''
    return format !== undefined && typeof value === 'number'
      ? new Intl.NumberFormat(language).format(value)
      : String(value)
  })
}

const parsed = new Map<string, TextResources>()

/** Reads texts that the server wrote. The few there are stay read: every page of a language has the same. */
export function parseTexts(json: string): TextResources {
  const texts = parsed.get(json) ?? (JSON.parse(json) as TextResources)
  parsed.set(json, texts)
  return texts
}
