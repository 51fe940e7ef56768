import { createInstance, type i18n, type InitOptions } from 'i18next'
import {
  defaultLanguage,
  directionOf,
  namespaces,
  type Language,
  type LanguageCode,
  type Namespace,
} from './languages.ts'
import type { SayAny } from './text-keys.ts'

/** One namespace: flat keys, i18next's plural suffixes and `{{placeholders}}`. */
export type Catalogue = Readonly<Record<string, string>>
/** Namespaces of one language. A page needs few of them. */
export type Resources = Readonly<Partial<Record<Namespace, Catalogue>>>

/** Stands for a value that the wire did not send; see `localizeMessage`. */
export const missingValue = '\uFFFD'

/** How every catalogue of this product is read, on the server and in a browser. */
export const i18nextOptions = {
  fallbackLng: defaultLanguage,
  ns: [...namespaces],
  defaultNS: 'common',
  fallbackNS: 'common',
  // Keys are flat: `traits.name.first` is one key, and a dot in a text is a dot.
  keySeparator: false,
  nsSeparator: ':',
  // React escapes; doing it twice would show entities.
  interpolation: { escapeValue: false },
  missingInterpolationHandler: () => missingValue,
  returnNull: false,
} as const satisfies InitOptions

/** A language, ready to speak: texts by key, with their values filled in. */
export interface Translator {
  readonly t: SayAny
  readonly lng: LanguageCode
  readonly dir: Language['dir']
  /** The instance behind `t`, for react-i18next's provider. */
  readonly i18n: i18n
}

/**
 * Creates a translator over texts that are already here. No I/O, ready on return. `fallback` fills gaps, in the default
 * language.
 */
export function createTranslator(lng: LanguageCode, resources: Resources, fallback?: Resources): Translator {
  const instance = createInstance({
    ...i18nextOptions,
    lng,
    initAsync: false,
    resources: { ...(fallback && { [defaultLanguage]: fallback }), [lng]: resources },
  })
  void instance.init()
  const fixed = instance.getFixedT(lng)
  return { t: (key, values) => fixed(key, { ...values }), lng, dir: directionOf(lng), i18n: instance }
}
