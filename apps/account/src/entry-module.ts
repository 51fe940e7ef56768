import type { PageEntryModule } from '../app/entry.server.tsx'

const entries = ['openPageRequest', 'forRouter', 'pageRequestProvider', 'answerKnownPage', 'completeResponse'] as const

/** The functions of our own server entry; a build without them was not made from these pages. */
export function parseEntryModule(module: object): PageEntryModule {
  const given = new Map(Object.entries(module))
  const missing = entries.filter((entry) => typeof given.get(entry) !== 'function')
  if (missing.length > 0) {
    throw new TypeError(`The build's server entry has no ${missing.join(', ')}. Was it built from apps/account?`)
  }
  return module as PageEntryModule
}
