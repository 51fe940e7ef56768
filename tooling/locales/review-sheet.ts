import type { Catalogue, Resources } from '@gatehouse/i18n/translator'
import { stem, textProblems } from '@gatehouse/i18n/check'
import { namespaces } from '@gatehouse/i18n/languages'
import { stringify } from 'csv-stringify/sync'

/** One text for a native reviewer. `status` is the result of the automatic checks; `remark` is the reviewer's. */
export interface ReviewRow {
  readonly key: string
  readonly english: string
  readonly translation: string
  readonly status: string
  readonly remark: string
}

/** Returns every text of a language beside the English one, gaps included, in the order of the catalogues. */
export function reviewRows(english: Resources, own: Resources): readonly ReviewRow[] {
  return namespaces.flatMap((namespace) => {
    const originals = english[namespace] ?? {}
    const texts = own[namespace] ?? {}
    const stems = new Set(Object.keys(texts).map(stem))
    const gaps = Object.keys(originals).filter((key) => !stems.has(stem(key)))
    return [...Object.keys(texts), ...gaps].map((key) => {
      const original = originals[key] ?? originals[stem(key)] ?? originals[`${stem(key)}_other`] ?? ''
      const translation = texts[key] ?? ''
      return {
        key: `${namespace}:${key}`,
        english: original,
        translation,
        status: statusOf(original, texts[key], key !== stem(key)),
        remark: '',
      }
    })
  })
}

function statusOf(original: string, translation: string | undefined, plural: boolean): string {
  if (translation === undefined) return 'missing'
  if (original === '') return 'only here'
  const problems = textProblems(original, translation, { plural })
  if (problems.length > 0) return problems.join('; ')
  if (translation !== original) return 'translated'
  const hasWords = /\p{L}/u.test(original.replaceAll(/\{\{\w+\}\}/g, ''))
  return hasWords ? 'same as English' : 'nothing to translate'
}

/** Draws a sheet that spreadsheet programs open: quoted, in UTF-8 with its mark, formulas in texts made harmless. */
export function reviewSheet(rows: readonly ReviewRow[]): string {
  const columns: readonly (keyof ReviewRow)[] = ['key', 'english', 'translation', 'status', 'remark']
  return stringify([...rows], { header: true, columns: [...columns], bom: true, escape_formulas: true })
}

/** Counts the texts of each catalogue, for a line of the report. */
export function countTexts(catalogues: Readonly<Partial<Record<string, Catalogue>>>): number {
  return Object.values(catalogues).reduce((sum, catalogue) => sum + Object.keys(catalogue ?? {}).length, 0)
}
