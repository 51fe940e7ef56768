import { baseOf, placeholdersOf, pluralOf } from './catalogues.ts'
import type { Catalogues, Texts } from './catalogues.ts'
import type { Finding } from './finding.ts'

/**
 * Where the languages disagree with the reference language: namespaces, keys, plural forms and placeholders. Each
 * language must have exactly the plural forms that it distinguishes; `zero` is welcome everywhere.
 */
export function localeAgreement(catalogues: Catalogues, reference: string): readonly Finding[] {
  const originals = catalogues.get(reference) ?? new Map<string, Texts>()
  return [...catalogues].flatMap(([language, namespaces]) => {
    const extra = [...namespaces.keys()].filter((name) => !originals.has(name))
    return [
      ...extra.map((name) => finding(language, name, `does not exist in ${reference}`)),
      ...[...originals].flatMap(([name, original]) => {
        const texts = namespaces.get(name)
        if (texts === undefined) return [finding(language, name, 'is missing')]
        return compare(original, texts, language).map((message) => finding(language, name, message))
      }),
    ]
  })
}

function finding(language: string, namespace: string, message: string): Finding {
  return { path: `locales/${language}/${namespace}.json`, message }
}

function compare(original: Texts, texts: Texts, language: string): readonly string[] {
  const wanted = new Set(Object.keys(original).map((key) => baseOf(key)))
  const present = new Set(Object.keys(texts).map((key) => baseOf(key)))
  return [
    ...[...wanted].filter((key) => !present.has(key)).map((key) => `lacks "${key}"`),
    ...[...present]
      .filter((key) => !wanted.has(key) && !isTraitTitle(key))
      .map((key) => `has "${key}", which nobody else has`),
    ...[...present].flatMap((key) => pluralObjections(key, texts, language)),
    ...Object.entries(texts).flatMap(([key, text]) => textObjections(key, text, original)),
  ]
}

/** Titles of traits come from the identity schema, in its language; any other language may have its own. */
function isTraitTitle(key: string): boolean {
  return key.startsWith('traits.')
}

function pluralObjections(base: string, texts: Texts, language: string): readonly string[] {
  const forms = Object.keys(texts).flatMap((key) => (baseOf(key) === base ? (pluralOf(key) ?? []) : []))
  if (forms.length === 0) return []
  const distinguished: readonly string[] = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const unknown = forms.filter((form) => form !== 'zero' && !distinguished.includes(form))
  return [
    ...distinguished.filter((form) => !forms.includes(form)).map((form) => `lacks the plural form "${base}_${form}"`),
    ...unknown.map((form) => `has the plural form "${base}_${form}", which ${language} does not distinguish`),
  ]
}

function textObjections(key: string, text: string, original: Texts): readonly string[] {
  if (text.trim() === '' || text !== text.trim()) return [`"${key}" is empty or has spaces at its ends`]
  const sources = Object.keys(original).filter((one) => baseOf(one) === baseOf(key))
  const known = new Set(sources.flatMap((one) => [...placeholdersOf(original[one] ?? '')]))
  const used = placeholdersOf(text)
  const isPlural = pluralOf(key) !== undefined
  const foreign = [...used].filter((name) => !known.has(name) && !(isPlural && name === 'count'))
  // "One device" needs no number.
  const forgotten = [...known].filter((name) => !used.has(name) && !(isPlural && name === 'count'))
  return [
    ...foreign.map((name) => `"${key}" uses {{${name}}}, which nobody fills in`),
    ...forgotten.map((name) => `"${key}" leaves out {{${name}}}`),
  ]
}
