import { stringify } from 'csv-stringify/sync'

import type { CallOf } from '../access/call.ts'
import { filterOf } from './filter.ts'
import { presentEntry } from './present.ts'
import type { AuditScope, AuditStore, PlacedEntry } from '../model/audit-store.ts'

/** The format of lines in a file. */
interface Format {
  readonly mediaType: string
  readonly head: string
  readonly lines: (entries: readonly PlacedEntry[]) => string
}

const columns = ['at', 'actor_kind', 'actor_id', 'actor', 'operation', 'target_kind', 'target_id', 'target'] as const
const trailing = ['workspace_id', 'project_id', 'reason', 'id'] as const

const formats: Readonly<Record<'jsonl' | 'csv', Format>> = {
  jsonl: {
    mediaType: 'application/jsonl; charset=utf-8',
    head: '',
    lines: (entries) => entries.map((entry) => `${JSON.stringify(presentEntry(entry))}\n`).join(''),
  },
  csv: {
    mediaType: 'text/csv; charset=utf-8; header=present',
    head: `${[...columns, ...trailing].join(',')}\r\n`,
    // A name may begin with "=": a spreadsheet would evaluate it.
    lines: (entries) => stringify(entries.map(recordOf), { escape_formulas: true, record_delimiter: 'windows' }),
  },
}

function recordOf(entry: PlacedEntry): readonly (string | null)[] {
  const { at, actor, operation, target, workspace_id: workspace, project_id: project, reason, id } = presentEntry(entry)
  const who = [actor.kind, actor.id, actor.name]
  return [at, ...who, operation, target.kind, target.id, target.name, workspace, project, reason, id]
}

const batch = 500

/** Streams the log, oldest first: it may be longer than the memory. `format` is `jsonl` or `csv`; default `jsonl`. */
export function exportAnswer(
  audit: AuditStore,
  { query }: CallOf<'exportWorkspaceAudit' | 'exportProjectAudit'>,
  scope: AuditScope,
): Response {
  const { format: name } = query
  const { mediaType, head, lines } = formats[name]
  const filter = filterOf(query)
  const encoder = new TextEncoder()
  let position = 0
  let waiting = head
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const entries = await audit.oldest(scope, filter, batch, position)
      const text = waiting + lines(entries)
      waiting = ''
      if (text !== '') controller.enqueue(encoder.encode(text))
      position = entries.at(-1)?.position ?? position
      if (entries.length < batch) controller.close()
    },
  })
  return new Response(body, {
    headers: {
      'content-type': mediaType,
      'content-disposition': `attachment; filename="audit.${name}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}
