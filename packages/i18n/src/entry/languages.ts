/** Languages, and their order in a menu. */
export {
  defaultLanguage,
  isNamespace,
  namespaces,
  type Language,
  type LanguageCode,
  type Namespace,
} from '../languages.ts'
