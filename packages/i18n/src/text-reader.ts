import type { Namespace } from './languages.ts'
import type { TextKey } from './text-keys.ts'

/** The values of a text's placeholders. */
export type Values = Readonly<Record<string, string | number | undefined>>

/** Says one text, with values in the places of its `{{placeholders}}`. `count` chooses the plural form. */
export type Say<N extends Namespace> = (key: TextKey<N>, values?: Values) => string

/** Finds a text by its whole key, plural suffix included. */
export type FindText = (namespace: Namespace, key: string) => string | undefined

/**
 * Says texts that came with a page without i18next, which weighs more than all else that a first page needs: a text
 * needs only placeholders, plural forms and numbers. A missing text is shown as its key, and reported.
 */
export function textReader(
  language: string,
  find: FindText,
  onMissing: (namespace: Namespace, key: string) => void = () => undefined,
): <N extends Namespace>(namespace: N) => Say<N> {
  let plural: Intl.PluralRules | undefined
  const formOf = (namespace: Namespace, key: string, count: number) => {
    plural ??= new Intl.PluralRules(language)
    return find(namespace, `${key}_${plural.select(count)}`)
  }
  return (namespace) =>
    (key, values = {}) => {
      const { count } = values
      const form = typeof count === 'number' ? formOf(namespace, key, count) : undefined
      const text = form ?? find(namespace, key)
      if (text === undefined) onMissing(namespace, key)
      return fill(text ?? key, values, language)
    }
}

/**
 * Fills placeholders: `{{count}}` is written as it is, `{{count, number}}` in the digits and groups of the language.
 */
function fill(text: string, values: Values, language: string): string {
  if (!text.includes('{{')) return text
  return text.replace(/\{\{\s*(\w+)\s*(,\s*number\s*)?\}\}/g, (_, name: string, format: string | undefined) => {
    const value = values[name] ?? ''
    return format !== undefined && typeof value === 'number'
      ? new Intl.NumberFormat(language).format(value)
      : String(value)
  })
}
