import { text, type Database } from '@gatehouse/platform/database'

import type { BrandingFile } from '../model/branding-host.ts'

/** A stored file without its bytes. `createdAt` is Unix milliseconds. */
export interface BrandingAsset {
  /** A hash of its contents, with the extension of its kind. */
  readonly name: string
  readonly fileName: string
  readonly mediaType: string
  readonly size: number
  readonly createdAt: number
}

/** Pictures and fonts in a database. */
export interface AssetStore {
  /** Stores a file. Idempotent. */
  put(projectId: string, asset: BrandingAsset, content: Uint8Array): Promise<void>
  has(projectId: string, name: string): Promise<boolean>
  read(projectId: string, name: string): Promise<BrandingFile | undefined>
  /** Returns the size of all files of a project, in bytes. */
  sizeOf(projectId: string): Promise<number>
  /** Removes the files that neither a revision nor a draft of the project names. */
  prune(projectId: string): Promise<void>
}

/** Creates the store of files in their table, in base64: both databases have text. */
export function createAssetStore(database: Database): AssetStore {
  const insert = database.prepare(
    `INSERT INTO branding_assets (project_id, name, file_name, media_type, size, content, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  )
  const has = database.prepare('SELECT 1 FROM branding_assets WHERE project_id = ? AND name = ?')
  const read = database.prepare('SELECT media_type, content FROM branding_assets WHERE project_id = ? AND name = ?')
  const sizeOf = database.prepare('SELECT coalesce(sum(size), 0) AS size FROM branding_assets WHERE project_id = ?')
  const prune = database.prepare(
    `DELETE FROM branding_assets WHERE project_id = :project
     AND NOT EXISTS (SELECT 1 FROM project_revisions r WHERE r.project_id = :project
                     AND instr(r.settings, 'asset:' || branding_assets.name) > 0)
     AND NOT EXISTS (SELECT 1 FROM branding_drafts d WHERE d.project_id = :project
                     AND instr(d.document, 'asset:' || branding_assets.name) > 0)`,
  )
  return {
    put: (projectId, { name, fileName, mediaType, size, createdAt }, content) =>
      database.durable(async () => {
        const base64 = Buffer.from(content).toString('base64')
        await insert.run(projectId, name, fileName, mediaType, size, base64, createdAt)
      }),
    has: async (projectId, name) => (await has.get(projectId, name)) !== undefined,
    read: async (projectId, name) => {
      const row = await read.get(projectId, name)
      if (row === undefined) return undefined
      const bytes = new Uint8Array(Buffer.from(text(row, 'content'), 'base64'))
      return { mediaType: text(row, 'media_type'), bytes }
    },
    sizeOf: async (projectId) => Number((await sizeOf.get(projectId))?.['size'] ?? 0),
    prune: (project) => database.durable(async () => void (await prune.run({ project }))),
  }
}
