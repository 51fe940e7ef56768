import { textProblems } from './check-text.ts'
import type { Catalogue, Resources } from './create-translator.ts'
import { defaultLanguage, namespaces, type LanguageCode, type Namespace } from './languages.ts'

/** Something wrong with the catalogues, as a line for a person: `de/login title: missing`. */
export type Problem = string

/** How i18next marks the plural forms of a key. */
const pluralSuffix = /_(zero|one|two|few|many|other)$/

/** Titles of traits are optional: an identity schema brings its own, in the language of its author. */
const isOptionalKey = (key: string) => key.startsWith('traits.')

/** Compares languages with the default one: missing and surplus keys, plural forms, placeholders, markup, blank texts. */
export function checkCatalogues(
  resourcesOf: (lng: LanguageCode) => Resources,
  codes: readonly LanguageCode[],
): readonly Problem[] {
  return codes.flatMap((code) =>
    namespaces.flatMap((ns) => {
      const model = resourcesOf(defaultLanguage)[ns] ?? {}
      const own = resourcesOf(code)[ns] ?? {}
      return compare(code, model, own).map((problem) => `${code}/${ns} ${problem}`)
    }),
  )
}

/** Finds keys that no source names. `sources` are file contents; `messages` is keyed by ids and needs no naming. */
export function unusedKeys(resources: Resources, sources: readonly string[]): readonly Problem[] {
  const text = sources.join('\n')
  return namespaces.flatMap((ns) =>
    ns === 'messages'
      ? []
      : [...new Set(Object.keys(resources[ns] ?? {}).map(stem))]
          .filter((key) => !isNamed(key, ns, text))
          .map((key) => `${ns} ${key}: unused`),
  )
}

function compare(lng: string, model: Catalogue, own: Catalogue): readonly Problem[] {
  const modelStems = stems(model)
  const ownStems = stems(own)
  const forms = new Intl.PluralRules(lng).resolvedOptions().pluralCategories
  return [
    ...[...modelStems.keys()]
      .filter((key) => !ownStems.has(key) && !isOptionalKey(key))
      .map((key) => `${key}: missing`),
    ...[...ownStems.keys()]
      .filter((key) => !modelStems.has(key) && !isOptionalKey(key))
      .map((key) => `${key}: unknown`),
    ...[...ownStems].flatMap(([key, texts]) => [
      ...pluralProblems(key, texts, forms, modelStems.get(key)),
      ...formProblems(key, texts, modelStems.get(key)),
    ]),
  ]
}

function pluralProblems(
  key: string,
  texts: ReadonlyMap<string, string>,
  forms: readonly string[],
  model: ReadonlyMap<string, string> | undefined,
): readonly Problem[] {
  if (texts.has('')) return model !== undefined && !model.has('') ? [`${key}: has no plural forms`] : []
  if (model?.has('') === true) return [`${key}: has plural forms, and the original none`]
  return [
    ...forms.filter((form) => !texts.has(form)).map((form) => `${key}_${form}: missing`),
    ...[...texts.keys()].filter((form) => !forms.includes(form)).map((form) => `${key}_${form}: never used`),
  ]
}

/**
 * Compares the forms of a key. One that the original does not have is compared with itself: it may still be blank or
 * hold markup.
 */
function formProblems(
  key: string,
  texts: ReadonlyMap<string, string>,
  model: ReadonlyMap<string, string> | undefined,
): readonly Problem[] {
  return [...texts].flatMap(([form, text]) => {
    const original = model?.get('') ?? model?.get('other') ?? text
    const name = form === '' ? key : `${key}_${form}`
    return textProblems(original, text, { plural: form !== '' }).map((problem) => `${name}: ${problem}`)
  })
}

/** A key without its plural suffix. */
export const stem = (key: string) => key.replace(pluralSuffix, '')

/** Returns keys without their plural suffix, each with its forms; a key without plurals has the one form ''. */
function stems(catalogue: Catalogue): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const found = new Map<string, Map<string, string>>()
  for (const [key, text] of Object.entries(catalogue)) {
    const form = pluralSuffix.exec(key)?.[1] ?? ''
    const texts = found.get(stem(key)) ?? new Map<string, string>()
    texts.set(form, text)
    found.set(stem(key), texts)
  }
  return found
}

/**
 * Tells whether a text names a key, whole or by a template that holds its first or last parts: `${name}.title`,
 * `theme.${theme}`.
 */
function isNamed(key: string, ns: Namespace, text: string): boolean {
  const quotes = ["'", '"', '`']
  const starts = [...quotes, `${ns}:`]
  if (starts.some((start) => quotes.some((quote) => text.includes(`${start}${key}${quote}`)))) return true
  return [...key.matchAll(/[._]/g)].some(
    ({ index }) => text.includes(`}${key.slice(index)}\``) || text.includes(`${key.slice(0, index + 1)}\${`),
  )
}
