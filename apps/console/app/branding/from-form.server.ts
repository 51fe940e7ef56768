import { defaultLanguage } from '@gatehouse/i18n/languages'
import { valueAt, withValue } from '../configuration/config-tree.ts'
import type { ProjectContext } from '../control-plane/scope.server.ts'
import { type BrandDocument, withBrandValue, withSpokenValue } from './document.ts'
import { type BrandField, brandFields, pageTexts } from './fields.ts'
import { textLanguages } from './text-languages.server.ts'

/** The result of reading a form: a document, and the errors of refused files, by their fields. */
export interface ReadBrandForm {
  readonly document: BrandDocument
  readonly refused: Readonly<Record<string, string>>
}

/** Applies a form to a document. A field that the form does not have stays as it is. Files are stored. */
export async function brandOfForm(
  scope: Pick<ProjectContext, 'call'>,
  before: BrandDocument,
  form: FormData,
): Promise<ReadBrandForm> {
  const { language } = textLanguages(textOf(form, 'language') ?? null)
  const refused: Record<string, string> = {}
  let document = before
  for (const field of brandFields) {
    if (field.kind === 'file') {
      const stored = await storedFile(scope, form, field)
      if (stored.kind === 'refused') refused[field.path] = stored.reason
      if (stored.kind === 'stored') document = withFile(document, field, stored.name)
      if (stored.kind === 'removed') document = withBrandValue(document, field.path, undefined)
    } else document = withField(document, field, form, language)
  }
  document = withTexts(document, form, language)
  return { document: withFix(withoutHalves(document), textOf(form, 'fix')), refused }
}

function textOf(form: FormData, name: string): string | undefined {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : undefined
}

function withField(document: BrandDocument, field: BrandField, form: FormData, language: string): BrandDocument {
  const { path, kind, plain } = field
  // A browser does not send an unticked checkbox; the field beside it says that the form has one.
  const text = kind === 'check' ? checked(form, path) : textOf(form, path)
  if (text === undefined) return document
  if (kind === 'spoken') return withSpokenValue(document, path, { language, text, first: defaultLanguage })
  if (path === 'background') return withBackground(document, text)
  return withBrandValue(document, path, text === '' || text === plain ? undefined : valueOf(text, kind))
}

function checked(form: FormData, path: string): string | undefined {
  return form.has(`${path}.asked`) ? (form.has(path) ? 'on' : 'off') : undefined
}

function valueOf(text: string, kind: BrandField['kind']): unknown {
  if (kind === 'number') return Number.isNaN(Number(text)) ? text : Number(text)
  if (kind === 'check') return text === 'on'
  if (kind === 'list') return text.split(',').map((one) => one.trim())
  return text
}

/** Its pictures go when another kind is chosen. */
function withBackground(document: BrandDocument, word: string): BrandDocument {
  if (word === 'picture') {
    return typeof valueAt(document, 'background') === 'string' ? withValue(document, 'background', undefined) : document
  }
  return withValue(document, 'background', word === 'plain' ? 'plain' : undefined)
}

type Stored =
  | { readonly kind: 'none' | 'removed' }
  | { readonly kind: 'stored'; readonly name: string }
  | { readonly kind: 'refused'; readonly reason: string }

async function storedFile(
  scope: Pick<ProjectContext, 'call'>,
  form: FormData,
  { path, use }: BrandField,
): Promise<Stored> {
  const file = form.get(path)
  if (file instanceof File && file.size > 0 && use !== undefined) {
    const made = await scope.call('createBrandingAsset', {
      query: { use, file_name: file.name.slice(0, 200) },
      upload: { content: file, type: 'application/octet-stream' },
    })
    return made.kind === 'done' ? { kind: 'stored', name: made.body.name } : { kind: 'refused', reason: made.reason }
  }
  return { kind: form.has(`${path}.remove`) ? 'removed' : 'none' }
}

function withFile(document: BrandDocument, { path }: BrandField, name: string): BrandDocument {
  const base =
    path.startsWith('background.') && typeof valueAt(document, 'background') === 'string'
      ? withValue(document, 'background', undefined)
      : document
  return withBrandValue(base, path, name)
}

function withTexts(document: BrandDocument, form: FormData, language: string): BrandDocument {
  return pageTexts.reduce((tree, { namespace, key }) => {
    const text = textOf(form, `text.${namespace}.${key}`)
    return text === undefined
      ? tree
      : withValue(tree, `texts.${language}.${namespace}.${key}`, text === '' ? undefined : text)
  }, document)
}

/** A logo or a picture for the dark scheme alone has nothing that it stands beside. */
function withoutHalves(document: BrandDocument): BrandDocument {
  return ['logo', 'background'].reduce((tree, path) => {
    const isPicture = typeof valueAt(tree, path) === 'object'
    return isPicture && valueAt(tree, `${path}.light`) === undefined ? withValue(tree, path, undefined) : tree
  }, document)
}

/** A colour that was suggested and taken: `tokens.accent.light=#1f5f4a`. */
function withFix(document: BrandDocument, fix: string | undefined): BrandDocument {
  const [, path, colour] = /^(tokens\.\w+\.(?:light|dark))=(#[0-9a-f]{6})$/.exec(fix ?? '') ?? []
  return path === undefined ? document : withBrandValue(document, path, colour)
}
