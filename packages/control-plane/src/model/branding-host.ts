import type { AnswerOf, BrandingPart, QueryOf } from '@gatehouse/contract/control-plane'

/** A document as an operator wrote it. */
type ConfigTree = Readonly<Record<string, unknown>>

/** A host's verdict on a document together with the file. */
export interface InspectedBranding extends Pick<AnswerOf<'getBranding'>, 'faults' | 'contrast'> {
  /** The values that the file sets for this project; they take precedence over the document. */
  readonly fixed: ConfigTree
  /** The name of the file; absent: there is none. */
  readonly fixedIn?: string
}

/** A file of a brand. */
export interface BrandingFile {
  readonly mediaType: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** The verdict on a file, and its stored name. */
export type CheckedFile =
  | { readonly kind: 'sound'; readonly name: string; readonly mediaType: string }
  | { readonly kind: 'refused'; readonly reason: string }

/** The options of a page that is drawn. */
export type View = Omit<QueryOf<'previewBranding'>, 'version'>

/** A mail, by its kind and language, with the texts of one document and the look of another. */
export interface AskedMail {
  readonly template: string
  readonly language: string
  readonly mails: ConfigTree
  readonly brand: ConfigTree
}

/** The outcome of a test mail. */
export type TestMail = 'sent' | 'unknown_template' | 'no_mail_server' | 'too_many_messages'

/**
 * Draws the pages and writes the mails of projects. Documents are operators' input and may contain anything. Throws for
 * a project that is not open.
 */
export interface BrandingHost {
  inspect(projectId: string, part: BrandingPart, document: ConfigTree): Promise<InspectedBranding>
  checkFile(bytes: Uint8Array, use: QueryOf<'createBrandingAsset'>['use']): CheckedFile
  /** A file that gatehouse.yml names, by the name that it is served by. */
  fileOf(name: string): BrandingFile | undefined
  /** Draws a page as HTML, whose styles are allowed by `nonce`; undefined: there is no such state. */
  drawPage(
    projectId: string,
    brand: ConfigTree,
    view: View,
  ): Promise<{ readonly html: string; readonly nonce: string } | undefined>
  listMails(projectId: string, language: string | undefined): AnswerOf<'listMailTemplates'>
  /** Writes a mail; undefined: there is no such kind of mail. */
  writeMail(projectId: string, mail: AskedMail): Promise<AnswerOf<'previewMail'> | undefined>
  sendMail(projectId: string, mail: AskedMail, to: string): Promise<TestMail>
}
