import { createRepeatedWork, type RepeatedWork } from '@gatehouse/platform/work'

import type { FarText } from './configuration/far-text.ts'
import type { IdentitySchemas } from './identities/schemas.ts'

/** The least pause between rounds. A slow server is asked less often. */
const everyMs = 5_000

/** Fetches documents in the background that were missing at start. `info` receives a line for each that was loaded. */
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
      // The start has reported the reason for each.
      await Promise.allSettled(texts.map((text) => text.read()))
      for (const text of texts) {
        if (text.text() === undefined || reported.has(text)) continue
        reported.add(text)
        info(`${text.name} is loaded now`)
      }
    },
    failed: () => {},
    mended: () => {},
  })
  return texts.length === 0 ? { ...work, start: () => {} } : work
}
