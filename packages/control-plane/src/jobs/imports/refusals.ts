import { type ImportFault, type ImportSource, mostImportBytes } from '@gatehouse/contract/operators'

import { RefusalError } from '../../http/answer.ts'
import type { StagedImport } from '../../model/staged-import.ts'

/** The maximum number of files after the first one. */
const mostFurtherFiles = 2

/** TABLE: the reasons for refusing a file. */
const refusals: Readonly<Record<ImportFault, { readonly code: number; readonly reason: string }>> = {
  empty: { code: 400, reason: 'There is nothing in this file.' },
  too_large: {
    code: 413,
    reason: `The file has more than ${mostImportBytes} bytes. Divide it, or use "gatehouse import".`,
  },
  not_utf8: { code: 400, reason: 'The file is not in UTF-8: names would be damaged. Save it as UTF-8.' },
  no_columns: { code: 400, reason: 'The first line of the table names no columns.' },
  packed: {
    code: 400,
    reason:
      'The file is compressed, a spreadsheet or a database. Unpack it, or save it as CSV; a database of Ory Kratos is for "gatehouse import --from kratos-database", which also writes a file for this import (--output).',
  },
  other_source: {
    code: 400,
    reason: 'The file is no export of the system that was named. Name the one that it comes from, or none.',
  },
  single: {
    code: 400,
    reason: `An import has one file. Only an export of Auth0, Firebase or Supabase may have more, ${mostFurtherFiles} at most.`,
  },
  hash_first: {
    code: 400,
    reason: 'These are the hash parameters of Firebase. Send the file of people first, and them after it.',
  },
}

/** Returns whether a further file may be added: the import is another system's export with fewer than the maximum. */
export function takesFurtherFile({ source, more = [] }: StagedImport): boolean {
  return source !== undefined && more.length < mostFurtherFiles
}

/** Refuses a file; `found` is the system that it seems to be exported from. */
export function refuseImport(fault: ImportFault, found?: ImportSource): RefusalError {
  return new RefusalError({ ...refusals[fault], details: { fault, ...(found && { found }) } })
}
