import { parseBrand, type Brand } from '@gatehouse/config/brand'
import type { ConfigFault } from '@gatehouse/config/config'
import { dirname } from 'node:path'
import { textRules, type WrittenBrand } from '../../branding/branding.ts'

/** TABLE: the values that the preview can try, by the name of their field. `at`: the path in the section. */
// oxfmt-ignore
export const brandFields = [
  { name: 'name',          label: 'Name',             at: ['name'],                       kind: 'text' },
  { name: 'accent',        label: 'Accent',           at: ['tokens', 'accent', 'light'],  kind: 'colour' },
  { name: 'accent_dark',   label: 'Accent, dark',     at: ['tokens', 'accent', 'dark'],   kind: 'colour' },
  { name: 'surface',       label: 'Surface',          at: ['tokens', 'surface', 'light'], kind: 'colour' },
  { name: 'surface_dark',  label: 'Surface, dark',    at: ['tokens', 'surface', 'dark'],  kind: 'colour' },
  { name: 'card',          label: 'Card',             at: ['tokens', 'card', 'light'],    kind: 'colour' },
  { name: 'card_dark',     label: 'Card, dark',       at: ['tokens', 'card', 'dark'],     kind: 'colour' },
  { name: 'radius',        label: 'Radius in pixels', at: ['tokens', 'radius'],           kind: 'number' },
  { name: 'font',          label: 'Fonts',            at: ['tokens', 'font'],             kind: 'list' },
  { name: 'density',       label: 'Density',          at: ['tokens', 'density'],          kind: 'density' },
] as const satisfies readonly { readonly name: string; readonly label: string; readonly at: readonly string[]; readonly kind: 'text' | 'colour' | 'number' | 'list' | 'density' }[]

/** A field of the form, and its key in the brand. */
export type BrandField = (typeof brandFields)[number]

/** A section, and the result of checking it. */
export interface TriedBrand {
  readonly document: unknown
  readonly brand: Brand | undefined
  readonly faults: readonly ConfigFault[]
}

/** Replaces the fields of the file's brand with the form's values; an empty field is omitted. */
export function tryBrand(query: URLSearchParams, { document, file }: WrittenBrand): TriedBrand {
  const tried = query.has('tried') ? typedInto(document, query) : document
  const folder = file === undefined ? '.' : dirname(file)
  const parsed = parseBrand(tried, { subject: 'brand', folder, rules: textRules() })
  return parsed.kind === 'sound'
    ? { document: tried, brand: parsed.brand, faults: [] }
    : { document: tried, brand: undefined, faults: parsed.faults }
}

/** Returns a field's text: the value at its path in the section. */
export function fieldText(document: unknown, { at, kind }: BrandField): string {
  const value = at.reduce<unknown>((tree, key) => inside(tree, key), document)
  if (kind === 'list') return (Array.isArray(value) ? value : [value ?? '']).join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** A single colour is that of the light scheme. */
function inside(tree: unknown, key: string): unknown {
  if (typeof tree === 'string') return key === 'light' ? tree : undefined
  return typeof tree === 'object' && tree !== null && Object.hasOwn(tree, key) ? Reflect.get(tree, key) : undefined
}

function typedInto(document: unknown, query: URLSearchParams): unknown {
  return brandFields.reduce<unknown>((tree, { name, at, kind }) => {
    const text = (query.get(name) ?? '').trim()
    return withValue(tree, at, text === '' ? undefined : valueOf(text, kind))
  }, document)
}

function valueOf(text: string, kind: BrandField['kind']): unknown {
  if (kind === 'number') return Number.isNaN(Number(text)) ? text : Number(text)
  return kind === 'list' ? text.split(',').map((one) => one.trim()) : text
}

/** Returns a copy with one value changed; a section without keys is removed. */
function withValue(tree: unknown, [key = '', ...rest]: readonly string[], value: unknown): unknown {
  // A colour that was written for both schemes is that of the light one from now on.
  const before = typeof tree === 'string' ? { light: tree } : tree
  const entries = typeof before === 'object' && before !== null ? Object.entries(before) : []
  const next = rest.length === 0 ? value : withValue(inside(before, key), rest, value)
  const changed = entries.some(([one]) => one === key)
    ? entries.map(([one, old]) => [one, one === key ? next : old] as const)
    : [...entries, [key, next] as const]
  const kept = changed.filter(([, one]) => one !== undefined)
  const [[only, alone] = []] = kept
  if (kept.length === 1 && rest.length === 0 && only === 'light') return alone
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}
