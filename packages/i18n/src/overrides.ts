import type { Catalogues } from './catalogues.ts'
import { textProblems } from './check-text.ts'
import type { Resources } from './create-translator.ts'
import { defaultLanguage, isNamespace, namespaces, type LanguageCode, type Namespace } from './languages.ts'

/** Texts that are said instead of the catalogues' own, by language, namespace and key. */
export type Overrides = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>

/** Returns the catalogues with other texts that override theirs. */
export function overrideCatalogues(catalogues: Catalogues, overrides: Overrides): Catalogues {
  const resources = (lng: LanguageCode, only: readonly Namespace[] = namespaces): Resources => {
    const own = catalogues.resources(lng, only)
    return Object.fromEntries(only.map((ns) => [ns, { ...own[ns], ...overrides[lng]?.[ns] }]))
  }
  return { ...catalogues, resources }
}

/** Returns the catalogues' rules for texts that override theirs. */
export function overrideRules(catalogues: Catalogues) {
  const entriesOf = (language: string, namespace: string) =>
    catalogues.language(language) && isNamespace(namespace)
      ? catalogues.resources(language, [namespace])[namespace]
      : {}
  const original = (language: string, namespace: string, key: string): string | undefined => {
    const model = entriesOf(defaultLanguage, namespace) ?? {}
    return model[key] ?? model[key.replace(pluralSuffix, '_other')] ?? entriesOf(language, namespace)?.[key]
  }
  return {
    languages: catalogues.languages.map(({ code }) => code),
    // The console speaks for Gatehouse, not for the brand of the pages.
    namespaces: namespaces.filter((namespace) => !namespace.startsWith('console')),
    keysOf: (language: string, namespace: string): ReadonlySet<string> | undefined =>
      isNamespace(namespace) && !namespace.startsWith('console')
        ? new Set([
            ...Object.keys(entriesOf(language, namespace) ?? {}),
            ...Object.keys(entriesOf(defaultLanguage, namespace) ?? {}),
          ])
        : undefined,
    problemsOf: (language: string, namespace: string, key: string, text: string): readonly string[] =>
      textProblems(original(language, namespace, key) ?? text, text, { plural: pluralSuffix.test(key) }),
  }
}

const pluralSuffix = /_(?:zero|one|two|few|many|other)$/
