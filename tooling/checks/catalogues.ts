import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** One catalogue: flat keys to texts. */
export type Texts = Readonly<Record<string, string>>

/** All catalogues, by language, then by namespace. */
export type Catalogues = ReadonlyMap<string, ReadonlyMap<string, Texts>>

/** Reads `{folder}/{language}/{namespace}.json`. */
export function readCatalogues(folder: string): Catalogues {
  const languages = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return new Map(languages.map(({ name }) => [name, readLanguage(join(folder, name))]))
}

function readLanguage(folder: string): ReadonlyMap<string, Texts> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  return new Map(
    files.map((file) => [file.replace(/\.json$/, ''), parseTexts(readFileSync(join(folder, file), 'utf8'))]),
  )
}

function parseTexts(json: string): Texts {
  return JSON.parse(json) as Texts
}

const pluralSuffix = /_(zero|one|two|few|many|other)$/

/** A key without its plural form, as the program asks for it. */
export function baseOf(key: string): string {
  return key.replace(pluralSuffix, '')
}

/** The plural form a key stands for; undefined for a plain key. */
export function pluralOf(key: string): string | undefined {
  return pluralSuffix.exec(key)?.[1]
}

/** The names of a text's placeholders, without their formats. */
export function placeholdersOf(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/\{\{\s*([^},\s]+)[^}]*\}\}/g)].map(([, name = '']) => name))
}
