import type { Row, Database } from '@gatehouse/platform/database'

import type { Page } from '../http/paging.ts'

/** A list in SQL, without its order. */
export interface KeysetList {
  readonly columns: string
  /** A table, or a query in parentheses. It has the column `created_at`. */
  readonly from: string
  /** With named parameters. */
  readonly where: string
  /** Orders rows with the same time; unique within the list. */
  readonly id?: string
}

type Parameters = Readonly<Record<string, string | number | null>>

/** Reads one page, oldest first, with one row more than it holds, so that one knows whether there is another. */
export type ReadPage = (parameters: Parameters, page: Page) => Promise<readonly Row[]>

/**
 * Prepares reading a list by its key: a page begins at a row, not at a number, so insertions and deletions shift none.
 */
export function createKeyset(database: Database, { columns, from, where, id = 'id' }: KeysetList): ReadPage {
  const select = `SELECT ${columns} FROM ${from} WHERE ${where} AND (created_at, ${id})`
  const forward = database.prepare(`${select} > (:at, :id) ORDER BY created_at, ${id} LIMIT :size`)
  const backward = database.prepare(`${select} < (:at, :id) ORDER BY created_at DESC, ${id} DESC LIMIT :size`)
  return async (parameters, { size, after, before }) =>
    before === undefined
      ? forward.all({ ...parameters, at: after?.at ?? -1, id: after?.id ?? '', size: size + 1 })
      : (await backward.all({ ...parameters, at: before.at, id: before.id, size: size + 1 })).toReversed()
}
