import type { BrandingPart } from '@gatehouse/contract/control-plane'
import { integer, oneOf, text, tree, type Database, type Row } from '@gatehouse/platform/database'

import { actorKinds, type Actor } from '../model/audit-store.ts'
import type { ConfigTree } from '../model/project-host.ts'

/** An unpublished change. `updatedAt` is Unix milliseconds. */
export interface BrandingDraft {
  readonly document: ConfigTree
  /** Increases with every change. */
  readonly version: number
  /** The published version on which it is based; empty: there was none. */
  readonly base: string
  readonly madeBy: Actor
  readonly updatedAt: number
}

/** Drafts in a database: one of each part for a project. */
export interface DraftStore {
  find(projectId: string, part: BrandingPart): Promise<BrandingDraft | undefined>
  /** Stores a draft over the one of the version before it. Returns false if another one is stored. */
  put(projectId: string, part: BrandingPart, draft: BrandingDraft): Promise<boolean>
  /** `version`: only if that one is stored. */
  remove(projectId: string, part: BrandingPart, version?: number): Promise<void>
}

/** Creates the store of drafts in their table. */
export function createDraftStore(database: Database): DraftStore {
  const columns = 'document, version, base, maker_kind, maker_id, maker_name, updated_at'
  const find = database.prepare(`SELECT ${columns} FROM branding_drafts WHERE project_id = ? AND part = ?`)
  const insert = database.prepare(
    `INSERT INTO branding_drafts (project_id, part, ${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (project_id, part) DO NOTHING`,
  )
  const remove = database.prepare(
    'DELETE FROM branding_drafts WHERE project_id = :projectId AND part = :part AND version = coalesce(:version, version)',
  )
  return {
    find: async (projectId, part) => {
      const row = await find.get(projectId, part)
      return row && draftOf(row)
    },
    put: (projectId, part, { document, version, base, madeBy, updatedAt }) =>
      database.durable(async () => {
        await remove.run({ projectId, part, version: version - 1 })
        const { kind, id, name } = madeBy
        const values = [projectId, part, JSON.stringify(document), version, base, kind, id, name, updatedAt]
        return (await insert.run(...values)) > 0
      }),
    remove: (projectId, part, version) =>
      database.durable(async () => void (await remove.run({ projectId, part, version: version ?? null }))),
  }
}

function draftOf(row: Row): BrandingDraft {
  return {
    document: tree(row, 'document'),
    version: integer(row, 'version'),
    base: text(row, 'base'),
    madeBy: { kind: oneOf(row, 'maker_kind', actorKinds), id: text(row, 'maker_id'), name: text(row, 'maker_name') },
    updatedAt: integer(row, 'updated_at'),
  }
}
