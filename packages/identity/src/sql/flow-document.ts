import { deflateRawSync, inflateRawSync } from 'node:zlib'

import type { StoredFlow } from '../flows/model/flow.ts'
import sample from './flow-dictionary.json' with { type: 'json' }

/** The common parts of most flows. Stored flows are read by it, so neither it nor its file may change: add `d2:`. */
const dictionary = Buffer.from(JSON.stringify(sample))
const prefix = 'd1:'

/**
 * Returns a flow for the column `document`: a tenth of its JSON, since every opened sign-in page leaves one, and most
 * of them are never used (figures: docs/reference/performance.md).
 */
export function packedFlow(flow: StoredFlow): string {
  return prefix + deflateRawSync(JSON.stringify(flow), { dictionary }).toString('base64')
}

/** Reads a flow of the column, and plain JSON, which earlier versions stored. */
export function unpackedFlow(document: string): StoredFlow {
  const json = document.startsWith(prefix)
    ? inflateRawSync(Buffer.from(document.slice(prefix.length), 'base64'), { dictionary }).toString()
    : document
  const stored = JSON.parse(json) as StoredFlow
  // JSON leaves out undefined values.
  const { active, returnTo, csrfHash, identityId } = stored
  return { ...stored, active, returnTo, csrfHash, identityId }
}
