import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Catalogues } from '../catalogues.ts'
import { namespaces } from '../languages.ts'
import { missingLimits, type CatalogueName, type MissingTexts } from './missing-text.ts'

/** Missing texts that were collected. */
export interface MissingCollection {
  /** Keeps new texts. Returns how many were new; the first text of a key stays. Rejects if they cannot be stored. */
  add(name: CatalogueName, texts: MissingTexts): Promise<{ readonly added: number; readonly full: boolean }>
  /** Everything collected, in the order of the languages. */
  all(): Promise<readonly (CatalogueName & { readonly texts: MissingTexts })[]>
  /** Removes everything collected. */
  clear(): Promise<void>
}

/**
 * Opens the collection below a data folder, one JSON file per language and namespace, in the form of the catalogues.
 * Files are made with the first text and replaced whole, one at a time.
 */
export function missingFolder(dataFolder: string, { languages }: Pick<Catalogues, 'languages'>): MissingCollection {
  const folder = join(dataFolder, 'missing-texts')
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work)
    last = turn.catch(() => undefined)
    return turn
  }
  return {
    add: (name, texts) => inTurn(() => addTo(folder, name, texts)),
    all: async () => {
      const names = languages.flatMap(({ code: lng }) => namespaces.map((ns) => ({ lng, ns })))
      const read = await Promise.all(
        names.map(async (name) => ({ ...name, texts: await readTexts(pathOf(folder, name)) })),
      )
      return read.filter(({ texts }) => texts.size > 0)
    },
    clear: () => inTurn(() => rm(folder, { recursive: true, force: true })),
  }
}

async function addTo(folder: string, name: CatalogueName, texts: MissingTexts) {
  const path = pathOf(folder, name)
  const kept = new Map(await readTexts(path))
  const fresh = [...texts].filter(([key]) => !kept.has(key))
  const free = Math.max(0, missingLimits.keysPerCatalogue - kept.size)
  for (const [key, text] of fresh.slice(0, free)) kept.set(key, text)
  const added = Math.min(fresh.length, free)
  if (added > 0) await replaceFile(folder, name, kept)
  return { added, full: fresh.length > free }
}

async function replaceFile(folder: string, name: CatalogueName, texts: MissingTexts): Promise<void> {
  const path = pathOf(folder, name)
  const half = `${path}.${randomUUID()}`
  await mkdir(join(folder, name.lng), { recursive: true, mode: 0o700 })
  await writeFile(half, `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`, { mode: 0o600 })
  await rename(half, path)
}

async function readTexts(path: string): Promise<MissingTexts> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Map()
    throw error
  }
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null) throw new Error(`${path} is not a JSON object`)
  return new Map(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const pathOf = (folder: string, { lng, ns }: CatalogueName): string => join(folder, lng, `${ns}.json`)
