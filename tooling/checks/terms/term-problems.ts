import { stem } from '@gatehouse/i18n/check'
import { defaultLanguage, namespaces, type LanguageCode } from '@gatehouse/i18n/languages'
import type { Resources } from '@gatehouse/i18n/translator'
import { concepts, type ConceptName } from './concepts.ts'
import { retiredTerms } from './retired-terms.ts'
import { terms } from './terms.ts'

const names = Object.keys(concepts) as readonly ConceptName[]

/**
 * Returns texts that lack the term for a thing in their English original, or call it by another name, as lines for a
 * person. Languages without terms have none.
 */
export function termProblems(
  resourcesOf: (lng: LanguageCode) => Resources,
  codes: readonly LanguageCode[],
): readonly string[] {
  return codes.flatMap((code) => {
    const row = terms[code]
    if (row === undefined) return []
    return namespaces.flatMap((ns) => {
      const originals = resourcesOf(defaultLanguage)[ns] ?? {}
      return Object.entries(resourcesOf(code)[ns] ?? {}).flatMap(([key, whole]) => {
        const text = withoutPlaceholders(whole)
        const original = withoutPlaceholders(originals[key] ?? originals[`${stem(key)}_other`] ?? '')
        return names.flatMap((name) => {
          const { said, besides, never } = concepts[name]
          if (besides?.test(`${ns}:${key}`) === true) return []
          const [term, others] = row[name]
          // "No device is signed out" may well be a separate sentence.
          const isNamed = said.test(original) && !key.endsWith('_zero')
          const isOther = never?.test(`${ns}:${key}`) === true
          return [
            ...(isNamed && !isOther && !matches(term, text) ? [`lacks the term of "${name}"`] : []),
            ...(isOther && matches(term, text) ? [`has the term of "${name}", which is something else`] : []),
            ...(!isOther && others !== undefined && matches(others, text) ? [`has another name for "${name}"`] : []),
          ].map((message) => `${code}/${ns} ${key}: ${message}: ${whole}`)
        })
      })
    })
  })
}

/** Finds English texts with a retired word, as lines for a person. */
export function retiredTermProblems(originals: Resources): readonly string[] {
  return namespaces.flatMap((ns) =>
    Object.entries(originals[ns] ?? {}).flatMap(([key, whole]) =>
      retiredTerms
        .filter(({ said, only }) => only?.(ns) !== false && said.test(withoutPlaceholders(whole)))
        .map(({ instead }) => `${defaultLanguage}/${ns} ${key}: say "${instead}": ${whole}`),
    ),
  )
}

/** The names of placeholders are English in every language. */
const withoutPlaceholders = (text: string) => text.replaceAll(/\{\{[^}]*\}\}/g, '')

const patterns = new Map<string, RegExp>()

function matches(pattern: string, text: string): boolean {
  const found = patterns.get(pattern) ?? new RegExp(pattern, 'iu')
  patterns.set(pattern, found)
  return found.test(text)
}
