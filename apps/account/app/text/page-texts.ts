import type { Say, TextSource, Values } from './text-source.ts'

/** Texts by namespace and flat key, in one language. */
export type TextResources = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The texts that travel with a page. */
export interface PageTexts {
  readonly language: string
  readonly resources: TextResources
  /** Tell the server about keys without a text. For development. */
  readonly reportMissing: boolean
}

/**
 * Texts that came with the page, said without i18next: it weighs more than the rest of the sign-in page's own script,
 * and a first page needs nothing of it but placeholders and plural forms.
 */
export function textsOfPage({ language, resources }: PageTexts): TextSource {
  const plural = new Intl.PluralRules(language)
  const texts = (namespace: string): Say => {
    const entries = resources[namespace] ?? {}
    return (key, values = {}) => {
      const form = typeof values['count'] === 'number' ? `${key}_${plural.select(values['count'])}` : key
      return fill(entries[form] ?? entries[key] ?? key, values)
    }
  }
  return { language, texts }
}

function fill(text: string, values: Values): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => String(values[name] ?? ''))
}
