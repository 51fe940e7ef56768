import type { AdminClient } from '@gatehouse/client/admin-client'
import { carryIdentity, neverCarried, type ImportEntry, type ImportFormat } from '@gatehouse/transfer/formats'
import { carriedTypes, identityPages, type IdentityPage } from '@gatehouse/transfer/export'
import { CommandFailure, refusal } from '../command-failure.ts'
import type { ExportState } from './export-state.ts'
import type { Sink } from './sink.ts'

/** A line of the report: the parts of an identity that stay behind. */
export interface ExportReportRow {
  /** Its id, or `all`. */
  readonly identity: string
  readonly what: string
  readonly why: string
}

/** The input of an export. */
export interface ExportWork {
  readonly client: AdminClient
  readonly format: ImportFormat
  readonly pageSize: number
  readonly begin: ExportState
  readonly entries: Sink<ImportEntry>
  readonly report: Sink<ExportReportRow>
  /** Called when a page is on the disk. */
  readonly keep: (state: ExportState) => Promise<void>
  /** Whether to stop after the current page. */
  readonly stopped: () => boolean
}

/**
 * Reads identities page by page and writes them. Returns the position that it reached; without `next` the export is
 * complete.
 */
export async function exportIdentities(work: ExportWork): Promise<ExportState> {
  const { client, format, entries, report, begin } = work
  let state = begin
  if (begin.identities === 0) {
    await report.append(neverCarried(format).map((one) => ({ identity: 'all', ...one })))
  }
  const query = { page_size: work.pageSize, include_credential: carriedTypes }
  for await (const page of identityPages(client, begin.next, query)) {
    const { identities, next } = readable(page)
    const carried = identities.map((identity) => carryIdentity(identity, format))
    const rows = carried.flatMap(({ entry, left }) => left.map((one) => ({ identity: entry.patch_id, ...one })))
    await entries.append(carried.map(({ entry }) => entry))
    await report.append(rows)
    const { next: _before, ...kept } = state
    state = {
      ...kept,
      ...(next !== undefined && { next }),
      written: entries.position(),
      reported: report.position(),
      identities: state.identities + identities.length,
      leftBehind: state.leftBehind + rows.length,
    }
    await work.keep(state)
    if (work.stopped()) break
  }
  return state
}

function readable(page: IdentityPage): Extract<IdentityPage, { kind: 'page' }> {
  switch (page.kind) {
    case 'page':
      return page
    case 'refused':
      if (page.answer.kind === 'error') throw refusal(page.answer)
      throw new CommandFailure('The admin API answered in a way that cannot be followed.')
    case 'endless':
      throw new CommandFailure('The admin API names the same page twice.')
  }
  page satisfies never
  throw new TypeError('a page of an unknown kind')
}
