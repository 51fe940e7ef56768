import { type ImportSource, importSources } from '@gatehouse/contract/operators'
import type { Json } from '../import-entry.ts'
import { readRecords } from './records.ts'
import type { SourceFile } from './source-file.ts'
import { fileSources } from './sources.ts'

/** How many records are looked at: the first ones may be poorer than the others. */
const looked = 20

const lists = [...new Set(importSources.flatMap((name) => fileSources[name].list ?? []))]

/**
 * Recognizes the system from which a file was exported, by the fields of its first records; undefined for every other
 * file.
 */
export async function recognizeSource(file: SourceFile): Promise<ImportSource | undefined> {
  // A document that has no list may be a record itself.
  return (await sourceIn(file, lists)) ?? (file.format === 'json' ? sourceIn(file, []) : undefined)
}

async function sourceIn(file: SourceFile, within: readonly string[]): Promise<ImportSource | undefined> {
  let seen = 0
  for await (const one of readRecords(file, within)) {
    const found = one.kind === 'record' ? sourceOf(one.record) : undefined
    if (found !== undefined) return found
    seen += 1
    if (seen === looked) return undefined
  }
  return undefined
}

function sourceOf(record: Json): ImportSource | undefined {
  return importSources.find((name) => fileSources[name].marks.some((keys) => keys.every((key) => key in record)))
}
