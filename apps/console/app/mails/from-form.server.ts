import type { BrandDocument } from '../branding/document.ts'
import { valueAt, withValue } from '../configuration/config-tree.ts'
import { mailParts } from './parts.ts'

/** The mail that a form is about, and its default texts. */
export interface EditedMail {
  readonly template: string
  readonly language: string
  readonly builtIn: Partial<Readonly<Record<string, string>>>
}

/** Puts the texts of a form over a document. A default text is not written, so that it changes with a new version. */
export function mailsOfForm(
  before: BrandDocument,
  form: FormData,
  { template, language, builtIn }: EditedMail,
): BrandDocument {
  const path = `${template}.${language}`
  if (form.get('intent') === 'reset') return withValue(before, path, undefined)
  return mailParts.reduce((document, { part }) => {
    const given = form.get(part)
    if (typeof given !== 'string') return document
    const text = given.replaceAll('\r\n', '\n').trim()
    const isPlain = text === '' || text === builtIn[part]
    return withValue(document, `${path}.${part}`, isPlain ? undefined : text)
  }, before)
}

/** Returns the languages in which a mail has custom texts. */
export function ownLanguages(document: BrandDocument, template: string): readonly string[] {
  const spoken = valueAt(document, template)
  return typeof spoken === 'object' && spoken !== null ? Object.keys(spoken) : []
}
