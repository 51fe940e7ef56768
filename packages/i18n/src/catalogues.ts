import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Catalogue, Resources } from './create-translator.ts'
import {
  defaultLanguage,
  directionOf,
  inMenuOrder,
  namespaces,
  type Language,
  type LanguageCode,
  type Namespace,
} from './languages.ts'

/** A catalogue as the browser gets it. `etag` is a strong validator, quoted. */
export interface CatalogueFile {
  readonly json: string
  readonly etag: string
  readonly entries: Catalogue
}

/** The texts of every language, as files and as resources. */
export interface Catalogues {
  /** Every language that has a folder, in the order of the language menu. */
  readonly languages: readonly Language[]
  /** The language of exactly this code. */
  readonly language: (code: unknown) => Language | undefined
  /** The file behind `/locales/{lng}/{ns}.json`; undefined for a language or namespace that does not exist. */
  readonly file: (lng: string, ns: string) => CatalogueFile | undefined
  readonly resources: (lng: LanguageCode, only?: readonly Namespace[]) => Resources
}

/** The key of `common` that holds the name of a language in itself. */
const ownName = 'language_name'

/**
 * Opens the catalogues below `directory`. Each folder is a language. A file is read when it is first used: all of them are
 * megabytes, and a process needs few. A file that only the default language has counts as empty: its texts are said in
 * the default language until it is translated.
 */
export function loadCatalogues(directory: string = findLocales()): Catalogues {
  const codes = languageFolders(directory)
  const files = new Map<string, CatalogueFile | undefined>()
  const file = (lng: string, ns: string) => {
    if (!codes.includes(lng) || !namespaces.some((one) => one === ns)) return undefined
    const name = `${lng}/${ns}`
    const path = join(directory, lng, `${ns}.json`)
    if (!files.has(name)) {
      files.set(name, lng === defaultLanguage || existsSync(path) ? readCatalogue(path) : undefined)
    }
    return files.get(name)
  }
  const languages = inMenuOrder(
    codes.map((code) => ({
      code,
      dir: directionOf(code),
      endonym: file(code, 'common')?.entries[ownName] ?? code,
    })),
  )
  const byCode = new Map<unknown, Language>(languages.map((language) => [language.code, language]))
  return {
    languages,
    language: (code) => byCode.get(code),
    file,
    resources: (lng, only = namespaces) => Object.fromEntries(only.map((ns) => [ns, file(lng, ns)?.entries ?? {}])),
  }
}

let shipped: Catalogues | undefined

/** Returns the catalogues of this program, which are read once. */
export function shippedCatalogues(): Catalogues {
  return (shipped ??= loadCatalogues())
}

let codes: readonly LanguageCode[] | undefined

/** Returns the codes of all languages of this program. */
export function spokenLanguages(): readonly LanguageCode[] {
  return (codes ??= shippedCatalogues().languages.map(({ code }) => code))
}

/** Returns the folders of `directory`. Throws if the name of one is no language, in the spelling of BCP 47. */
function languageFolders(directory: string): readonly LanguageCode[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      if (canonical(name) === name) return name
      const fix = 'name it by a BCP 47 code such as "de" or "zh-Hans"'
      throw new Error(`${join(directory, name)} is not the folder of a language: ${fix}, or move it away.`)
    })
}

function canonical(code: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(code)[0]
  } catch {
    return undefined
  }
}

/** Finds the `locales` folder at the root of the repository, seen from source and from a bundle inside it. */
export function findLocales(from: string = import.meta.dirname): string {
  const candidate = join(from, 'locales')
  if (existsSync(join(candidate, 'en', 'messages.json'))) return candidate
  const parent = dirname(from)
  if (parent === from) throw new Error('There is no locales folder above this program. Run it inside the repository.')
  return findLocales(parent)
}

function readCatalogue(path: string): CatalogueFile {
  const entries = parseCatalogue(readFileSync(path, 'utf8'), path)
  const json = JSON.stringify(entries)
  return { json, entries, etag: `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"` }
}

/** Parses a flat JSON object of strings. Throws with the path and the key if it is anything else. */
export function parseCatalogue(text: string, path: string): Catalogue {
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`${path}: not a JSON object`)
  for (const [key, entry] of Object.entries(value)) {
    if (typeof entry !== 'string') throw new Error(`${path}: "${key}" is not a string; keys are flat`)
  }
  return value as Catalogue
}
