import { createRepeatedWork, type RepeatedWork } from '@gatehouse/platform/work'

import type { FarText } from './configuration/far-text.ts'
import type { IdentitySchemas } from './identities/schemas.ts'

/** Each one is asked for less often, the longer its server takes. */
const everyMs = 5_000

/** Asks in the background for documents that were not there at start, until they are. `info` hears once of each that came. */
export function createFarDocuments(
  texts: readonly FarText[],
  schemas: Pick<IdentitySchemas, 'fetchMissing'>,
  info: (text: string) => void,
): RepeatedWork {
  const reported = new Set<FarText>()
  const work = createRepeatedWork({
    everyMs,
    work: async () => {
      await schemas.fetchMissing()
      // Why one is not there yet was said at start.
      await Promise.allSettled(texts.map((text) => text.read()))
      for (const text of texts) {
        if (text.text() === undefined || reported.has(text)) continue
        reported.add(text)
        info(`${text.name} is there now`)
      }
    },
    failed: () => {},
    mended: () => {},
  })
  return texts.length === 0 ? { ...work, start: () => {} } : work
}
