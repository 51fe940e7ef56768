import type { LanguageCode } from '@gatehouse/i18n/languages'

import type { FlowStore } from '../ports/flow-store.ts'

/** Flows that remember the language of the request that began them: a later one, by an app, may say none. */
export function rememberingLanguage(flows: FlowStore, requestLanguage: () => LanguageCode | undefined): FlowStore {
  return {
    ...flows,
    insert: async (flow) => {
      const language = requestLanguage()
      await flows.insert(language === undefined ? flow : { ...flow, details: { ...flow.details, language } })
    },
  }
}
