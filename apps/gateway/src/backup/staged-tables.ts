import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '@gatehouse/config/config'
import { loadGeneratedSecrets, writeGeneratedSecrets } from '@gatehouse/config/secrets'
import { shippedCatalogues } from '@gatehouse/i18n/catalogues'
import { missingFolder } from '@gatehouse/i18n/missing'
import type { ReadableDatabase } from '@gatehouse/platform/database'
import { listArchived } from '../cluster/archived-projects.ts'
import { collectedTexts } from '../cluster/database-texts.ts'
import { projectFolder, secretSource, type ProjectData } from '../data/project-databases.ts'
import type { BackupSource } from './sources.ts'

/** Writes missing texts that were collected as a data folder has them. */
export async function stageTexts(tables: ReadableDatabase, staging: string): Promise<BackupSource[]> {
  const folder = missingFolder(join(staging, 'data'), shippedCatalogues())
  const written: BackupSource[] = []
  for (const { texts, ...name } of await collectedTexts(tables)) {
    await folder.add(name, texts)
    written.push(staged(`data/missing-texts/${name.lng}/${name.ns}.json`))
  }
  return written
}

/** A deleted project whose accounts the database keeps, and its written files. */
interface StagedArchive {
  readonly project: ProjectData
  /** Its path in the archive. */
  readonly folder: string
  readonly files: readonly BackupSource[]
}

/** Writes the data of deleted projects except their accounts as a data folder has them, below `exports`. */
export async function stageArchives(
  tables: ReadableDatabase,
  config: Config,
  staging: string,
): Promise<readonly StagedArchive[]> {
  const archives: StagedArchive[] = []
  for (const { id, slug, project } of await listArchived(tables)) {
    const known = { id, slug, isDefault: false, folder: projectFolder(config.data, { id, isDefault: false }) }
    const folder = `data/exports/${slug}-${id}`
    const target = join(staging, ...folder.split('/'))
    await mkdir(target, { recursive: true, mode: 0o700 })
    await writeFile(join(target, 'project.json'), JSON.stringify(project, undefined, 2), { mode: 0o600 })
    const files = [staged(`${folder}/project.json`)]
    if (config.secrets !== undefined || existsSync(join(known.folder, 'secrets.json'))) {
      writeGeneratedSecrets(target, loadGeneratedSecrets(known.folder, secretSource(config, known)))
      files.push(staged(`${folder}/secrets.json`))
    }
    archives.push({ project: known, folder, files })
  }
  return archives
}

function staged(path: string): BackupSource {
  return { from: `postgres ${path}`, path, isDatabase: false, isOutside: false }
}
