import { isTree, valueAt, withValue, type ConfigTree } from '../configuration/config-tree.ts'

/** The section `brand`, or texts of mails, as the control plane keeps them. */
export type BrandDocument = ConfigTree

/** Returns the value at a path; one colour alone is that of the light scheme. */
export function brandValue(document: BrandDocument, path: string): unknown {
  const found = valueAt(document, path)
  if (found !== undefined || !path.endsWith('.light')) return found
  const whole = valueAt(document, path.slice(0, -'.light'.length))
  return typeof whole === 'string' && whole.startsWith('#') ? whole : undefined
}

/** Whether a file sets a path: it takes precedence over the input here. */
export function isFixed(fixed: BrandDocument, path: string): boolean {
  const steps = path.split('.')
  return steps.some((_, at) => {
    const found = valueAt(fixed, steps.slice(0, at + 1).join('.'))
    return found !== undefined && (at === steps.length - 1 || !isTree(found))
  })
}

/** With another value at a path. A colour that was written for both is the light one's from now on. */
export function withBrandValue(document: BrandDocument, path: string, value: unknown): BrandDocument {
  const parent = path.slice(0, Math.max(0, path.lastIndexOf('.')))
  const whole = parent === '' ? undefined : valueAt(document, parent)
  const base =
    typeof whole === 'string' && whole.startsWith('#') ? withValue(document, parent, { light: whole }) : document
  return withValue(base, path, value)
}

/** Returns a text in a language; a text for every language counts as the one of the first language. */
export function spokenValue(document: BrandDocument, path: string, language: string, first: string): string {
  const found = valueAt(document, path)
  if (typeof found === 'string') return language === first ? found : ''
  const own = isTree(found) ? found[language] : undefined
  return typeof own === 'string' ? own : ''
}

/** Sets the text of a language; while only the first one has a text, it is for every language. */
export function withSpokenValue(
  document: BrandDocument,
  path: string,
  { language, text, first }: { readonly language: string; readonly text: string; readonly first: string },
): BrandDocument {
  const found = valueAt(document, path)
  const before: ConfigTree = typeof found === 'string' ? { [first]: found } : isTree(found) ? found : {}
  const { [language]: _, ...others } = before
  const next = text === '' ? others : { ...others, [language]: text }
  const [only, another] = Object.keys(next)
  if (only === undefined) return withValue(document, path, undefined)
  return withValue(document, path, only === first && another === undefined ? next[first] : next)
}

/** Whether two documents say something else at a path. */
export function isChanged(before: BrandDocument, after: BrandDocument, path: string): boolean {
  return JSON.stringify(valueAt(before, path)) !== JSON.stringify(valueAt(after, path))
}
