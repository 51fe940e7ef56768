import type { i18n } from 'i18next'
import type { Say, TextSource } from './text-source.ts'

/** The texts of an i18next instance that has them all. */
export function i18nextSource(source: i18n, language: string): TextSource {
  const texts = (namespace: string): Say => {
    const t = source.getFixedT(language, namespace)
    return (key, values) => t(key, { ...values })
  }
  return { language, texts }
}
