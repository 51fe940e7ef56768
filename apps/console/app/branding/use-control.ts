import { useText } from '../text/texts.tsx'
import { useBrandForm } from './brand-form.ts'
import { brandValue, isFixed, spokenValue } from './document.ts'
import { type BrandField, brandFields } from './fields.ts'

/** Returns the field of a path. Throws for one that is not in the table: that is a bug. */
export function fieldAt(path: string): BrandField {
  const field = brandFields.find((one) => one.path === path)
  if (field === undefined) throw new TypeError(`there is no field ${path}`)
  return field
}

/** Returns the facts of the control of a path: its id, its name, its value, its fault, whether a file decides. */
export function useControl(path: string) {
  const t = useText('console_branding')
  const { document, fixed, faults, language, firstLanguage, mayChange, fixedIn } = useBrandForm()
  const { label, kind } = fieldAt(path)
  const isHeld = isFixed(fixed, path)
  const source = isHeld ? fixed : document
  const value = kind === 'spoken' ? spokenValue(source, path, language, firstLanguage) : brandValue(source, path)
  const wrong = faults.filter((one) => one.path === path || path === `${one.path}.light`)
  return {
    id: `brand-${path.replaceAll('.', '-')}`,
    name: path,
    label: t(`field.${label}`),
    hint: isHeld ? t('fixed', { file: fixedIn ?? 'gatehouse.yml' }) : undefined,
    disabled: isHeld || !mayChange,
    text: textOf(value),
    messages: wrong.map(({ reason }) => ({ text: reason, kind: 'error' as const })),
    suggestion: wrong.find(({ suggestion }) => suggestion !== undefined)?.suggestion,
  }
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}
