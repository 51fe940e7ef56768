import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { loadProcessConfig, processEnvironment } from '@gatehouse/config/config'
import { shippedCatalogues } from '@gatehouse/i18n/catalogues'
import { isNamespace } from '@gatehouse/i18n/languages'
import { missingFolder, type MissingCollection } from '@gatehouse/i18n/missing'
import { z } from 'zod'
import { CommandFailure } from '../command-failure.ts'

/** The collection from which missing texts are read. */
export type CollectedTexts = Pick<MissingCollection, 'all' | 'clear'>

/**
 * Opens those of a data folder, or else those of this installation: in its database, if it has one, or in its data
 * folder.
 */
export function collectedTexts(folder: string | undefined): CollectedTexts {
  const { data, database } = folder === undefined ? loadProcessConfig() : { data: folder, database: undefined }
  return database === undefined ? missingFolder(data, shippedCatalogues()) : inDatabase
}

const program = fileURLToPath(new URL('../../../gateway/src/missing-texts/collected-texts.ts', import.meta.url))
const said = z.array(
  z.object({
    lng: z.string(),
    ns: z.custom<Parameters<MissingCollection['add']>[0]['ns']>((ns) => typeof ns === 'string' && isNamespace(ns)),
    texts: z.record(z.string(), z.string()),
  }),
)

/** Runs the task in the gateway's program, which knows the database. */
async function ask(task: 'read' | 'clear'): Promise<string> {
  const args = ['--disable-warning=ExperimentalWarning', program, task]
  try {
    return (await promisify(execFile)(process.execPath, args, { env: processEnvironment() })).stdout
  } catch (error) {
    const complaint = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
    throw new CommandFailure(complaint === '' ? 'The database could not be asked.' : complaint)
  }
}

const inDatabase: CollectedTexts = {
  all: async () =>
    said
      .parse(JSON.parse(await ask('read')))
      .map(({ texts, ...name }) => ({ ...name, texts: new Map(Object.entries(texts)) })),
  clear: async () => void (await ask('clear')),
}
