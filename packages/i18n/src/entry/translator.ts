/** Texts by key and message id; also for browsers. */
export {
  createTranslator,
  i18nextOptions,
  type Catalogue,
  type Resources,
  type Translator,
} from '../create-translator.ts'
export { localizeFlow } from '../localize.ts'
export { oneOf } from '../one-of.ts'
export type { KeyPart, QualifiedKey, SayAny, TextKey } from '../text-keys.ts'
