import type { ConfigFault } from '../config-error.ts'
import type { BrandTexts } from './brand.ts'
import { mostFaults, unknownName } from './brand-faults.ts'
import type { TextRules } from './brand-shape.ts'

/**
 * Reads texts by language, namespace and key, and compares each with the catalogue's own; reports the first hundred
 * faults, or a few more.
 */
export function readTexts(given: unknown, rules: TextRules, subject: string): BrandTexts | readonly ConfigFault[] {
  const faults: ConfigFault[] = []
  const texts: Record<string, Record<string, Record<string, string>>> = {}
  for (const [language, namespaces] of entriesOf(given, subject, faults)) {
    if (faults.length >= mostFaults) break
    const inLanguage = `${subject}.${language}`
    if (!rules.languages.includes(language)) {
      faults.push(unknownName(inLanguage, language, rules.languages))
      continue
    }
    const own: Record<string, Record<string, string>> = (texts[language] = {})
    for (const [namespace, entries] of entriesOf(namespaces, inLanguage, faults)) {
      if (faults.length >= mostFaults) break
      const inNamespace = `${inLanguage}.${namespace}`
      const keys = rules.keysOf(language, namespace)
      if (keys === undefined) {
        faults.push(unknownName(inNamespace, namespace, rules.namespaces))
        continue
      }
      const list: Record<string, string> = (own[namespace] = {})
      for (const [key, text] of entriesOf(entries, inNamespace, faults)) {
        if (faults.length >= mostFaults) break
        const at = `${inNamespace}.${key}`
        if (!keys.has(key)) faults.push(unknownName(at, key, [...keys]))
        else if (typeof text !== 'string' || text.length > 2_000) {
          faults.push({ subject: at, wrong: 'is no text of at most 2000 characters', fix: 'write it in quotes' })
        } else {
          faults.push(
            ...rules.problemsOf(language, namespace, key, text).map((problem) => ({
              subject: at,
              wrong: problem,
              fix: 'keep the {{placeholders}} of the text it replaces, and write no markup',
            })),
          )
          list[key] = text
        }
      }
    }
  }
  return faults.length > 0 ? faults : texts
}

function entriesOf(given: unknown, subject: string, faults: ConfigFault[]): readonly [string, unknown][] {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return Object.entries(given)
  if (given !== undefined) {
    const fix = 'write the language, below it the namespace, and below that one "key: text" per line'
    faults.push({ subject, wrong: 'is no list of keys and values', fix })
  }
  return []
}
