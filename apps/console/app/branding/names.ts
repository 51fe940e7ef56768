import type { Say } from '../text/texts.tsx'
import { type BrandDocument, isChanged } from './document.ts'
import { brandFields } from './fields.ts'

/** Returns the name of a key of a brand; several keys have one name. */
export function nameOfKey(t: Say<'console_branding'>): (path: string) => string {
  return (path) => {
    if (path === 'texts' || path.startsWith('texts.')) return t('field.texts')
    const field =
      brandFields.find((one) => one.path === path) ??
      brandFields.find((one) => one.path.startsWith(`${path}.`) || path.startsWith(`${one.path}.`))
    return field === undefined ? path : t(`field.${field.label}`)
  }
}

/** Returns the differences between two brands, in words. */
export function changedNames(
  t: Say<'console_branding'>,
  before: BrandDocument,
  after: BrandDocument,
): readonly string[] {
  const name = nameOfKey(t)
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const known = brandFields.map(({ path }) => path)
  // A key that is no field of the screen was written by a program.
  const others = keys.filter((key) => !known.some((path) => path === key || path.startsWith(`${key}.`)))
  const changed = [...known.filter((path) => path !== 'background' || !isPicture(before, after)), ...others]
  return [...new Set(changed.filter((path) => isChanged(before, after, path)).map(name))]
}

/** Its pictures are fields of their own. */
function isPicture(before: BrandDocument, after: BrandDocument): boolean {
  return typeof before['background'] === 'object' && typeof after['background'] === 'object'
}
