import { i18nextOptions } from '@gatehouse/i18n/translator'
import type { Namespace } from '@gatehouse/i18n/languages'
import { createInstance, type i18n, type TFunction } from 'i18next'
import HttpBackend from 'i18next-http-backend'
import { type PageTexts, parseTexts } from './page-texts.ts'
import type { Say, TextSource } from './text-source.ts'

let instance: i18n | undefined

/** Loads namespaces from `/locales/{language}/{namespace}.json`. Texts that came with the page are not loaded again. */
export async function loadTexts(came: PageTexts, namespaces: readonly string[]): Promise<TextSource> {
  instance ??= await startInstance(came)
  await instance.loadNamespaces(namespaces)
  return sourceOf(instance, came.language)
}

function sourceOf(loaded: i18n, language: string): TextSource {
  const texts = <N extends Namespace>(namespace: N): Say<N> => {
    const t: TFunction = loaded.getFixedT(language, [namespace])
    return (key, values) => {
      const asked: string = key
      return t(asked, { ...values })
    }
  }
  return { language, texts }
}

async function startInstance({ language, resources: json, reportMissing }: PageTexts): Promise<i18n> {
  const resources = parseTexts(json)
  const made = createInstance()
  await made.use(HttpBackend).init({
    ...i18nextOptions,
    lng: language,
    // The server has filled the gaps of the page already; a fallback would be fetched as a second language.
    fallbackLng: false,
    load: 'currentOnly',
    ns: Object.keys(resources),
    resources: { [language]: resources },
    // Without this i18next takes the texts of the page for complete, and never loads more.
    partialBundledLanguages: true,
    saveMissing: reportMissing,
    saveMissingTo: 'current',
  })
  return made
}
