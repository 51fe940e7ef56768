import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A language without speakers (ISO 639 keeps `qaa` for that), written from right to left. */
export const madeUp = { code: 'qaa-Hebr', name: 'Lingua ficta' } as const

/** Every text of the made-up language. */
export const inMadeUp = /^⟦.*⟧$/su

/**
 * Adds the folder of the made-up language to `locales`: every text of English, in brackets, and the titles of traits,
 * which English takes from the identity schema.
 */
export async function addMadeUpLanguage(locales: string): Promise<void> {
  const folder = join(locales, madeUp.code)
  await mkdir(folder)
  for (const file of await readdir(join(locales, 'en'))) {
    const texts = { ...(await traitTitles(join(locales, 'de', file))), ...(await read(join(locales, 'en', file))) }
    const inBrackets = Object.entries(texts).map(([key, text]) => [
      key,
      key === 'language_name' ? madeUp.name : `⟦${text}⟧`,
    ])
    await writeFile(join(folder, file), JSON.stringify(Object.fromEntries(inBrackets), null, 2))
  }
}

async function traitTitles(file: string): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries(Object.entries(await read(file)).filter(([key]) => key.startsWith('traits.')))
}

async function read(file: string): Promise<Readonly<Record<string, string>>> {
  return JSON.parse(await readFile(file, 'utf8')) as Readonly<Record<string, string>>
}
