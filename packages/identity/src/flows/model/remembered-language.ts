import type { LanguageCode } from '@gatehouse/i18n/languages'

import type { FlowStore } from '../ports/flow-store.ts'

/**
 * Wraps the store: flows keep the language of the request that began them, as a later one, by an app, may name none.
 */
export function rememberingLanguage(flows: FlowStore, requestLanguage: () => LanguageCode | undefined): FlowStore {
  return {
    ...flows,
    insert: async (flow) => {
      const language = requestLanguage()
      await flows.insert(language === undefined ? flow : { ...flow, details: { ...flow.details, language } })
    },
  }
}
