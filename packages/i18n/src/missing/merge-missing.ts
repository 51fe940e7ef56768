import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseCatalogue } from '../catalogues.ts'
import { stem } from '../check.ts'
import { parseMissing, type CatalogueName, type MissingTexts } from './missing-text.ts'

/** The result of a merge, real or simulated, for one collected text. */
export interface MergeStep extends CatalogueName {
  readonly key: string
  readonly text: string
  /** `added`: was missing. `kept`: the catalogue has a text by now, which stays. `refused`: not a text of a page. */
  readonly outcome: 'added' | 'kept' | 'refused'
}

/**
 * Adds collected texts to the catalogues below `localesFolder`; an existing text is never changed. With `dryRun`
 * nothing is written. Throws if a catalogue cannot be read or written.
 */
export function mergeMissing(
  collected: readonly (CatalogueName & { readonly texts: MissingTexts })[],
  localesFolder: string,
  options: { readonly dryRun: boolean },
): readonly MergeStep[] {
  return collected.flatMap(({ lng, ns, texts }) => {
    const path = join(localesFolder, lng, `${ns}.json`)
    const catalogue = existsSync(path) ? parseCatalogue(readFileSync(path, 'utf8'), path) : {}
    const stems = new Set(Object.keys(catalogue).map(stem))
    const steps = [...texts].map(([key, text]): MergeStep => ({
      lng,
      ns,
      key,
      text,
      outcome: outcomeOf(key, text, stems),
    }))
    const added = steps.filter(({ outcome }) => outcome === 'added')
    if (added.length > 0 && !options.dryRun) {
      const merged = { ...catalogue, ...Object.fromEntries(added.map(({ key, text }) => [key, text])) }
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, `${JSON.stringify(merged, null, 2)}\n`)
    }
    return steps
  })
}

/**
 * Decides the outcome of one collected text: people may have edited the file, so it is checked as carefully as a
 * report.
 */
function outcomeOf(key: string, text: string, stems: ReadonlySet<string>): MergeStep['outcome'] {
  if (stems.has(stem(key))) return 'kept'
  return parseMissing({ [key]: text }).kind === 'ok' ? 'added' : 'refused'
}
