import type { Catalogues } from '../catalogues.ts'
import { isNamespace, type LanguageCode, type Namespace } from '../languages.ts'

/** Texts of one namespace that a page asked for and no catalogue had: the key, and the text that was shown instead. */
export type MissingTexts = ReadonlyMap<string, string>

/** The result of reading a report of missing texts. `fix` says how to send one that is accepted. */
export type ParsedMissing =
  | { readonly kind: 'ok'; readonly texts: MissingTexts }
  | { readonly kind: 'refused'; readonly why: string; readonly fix: string }

/** Which catalogue a report is about. */
export interface CatalogueName {
  readonly lng: LanguageCode
  readonly ns: Namespace
}

/** Limits of one report and of the collection. Lengths in UTF-16 code units. */
export const missingLimits = { keysPerReport: 50, keyLength: 120, textLength: 500, keysPerCatalogue: 200 } as const

// Flat keys as the catalogues have them; none can be a name that objects are born with under an underscore.
const keyForm = /^[A-Za-z0-9][\w.-]*$/
// oxlint-disable-next-line no-control-regex -- what a terminal or an editor would act upon is what is looked for
const control = /[\u0000-\u0008\u000B-\u001F\u007F\u2028\u2029]/

/** Returns the catalogue that `/locales/add/{lng}/{ns}` names; undefined if there is no such language or namespace. */
export function parseCatalogueName(
  lng: string,
  ns: string,
  { language }: Pick<Catalogues, 'language'>,
): CatalogueName | undefined {
  return language(lng) && isNamespace(ns) ? { lng, ns } : undefined
}

/** Reads a report in the format of i18next's `saveMissing`: an object of keys and fallback texts. */
export function parseMissing(body: unknown): ParsedMissing {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return refused('is not an object of keys and texts', 'send JSON like {"login.title": "Sign in"}')
  }
  const entries: readonly (readonly [string, unknown])[] = Object.entries(body)
  if (entries.length === 0) return refused('holds no key', 'send at least one key with its text')
  const { keysPerReport, keyLength, textLength } = missingLimits
  if (entries.length > keysPerReport) {
    return refused(`holds ${entries.length} keys`, `send ${keysPerReport} at a time`)
  }
  const texts = new Map<string, string>()
  for (const [key, text] of entries) {
    if (key.length > keyLength || !keyForm.test(key)) {
      return refused('holds a key of another form', `keys are letters, digits, ".", "_" and "-", ${keyLength} at most`)
    }
    if (typeof text !== 'string' || text.length > textLength || control.test(text)) {
      return refused(`holds for "${key}" no text`, `texts are strings of ${textLength} characters at most, on one line`)
    }
    texts.set(key, text)
  }
  return { kind: 'ok', texts }
}

const refused = (why: string, fix: string): ParsedMissing => ({ kind: 'refused', why, fix })
