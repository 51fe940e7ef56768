import type { AnswerOf, BrandingPart, QueryOf } from '@gatehouse/contract/control-plane'

/** A document as an operator wrote it. */
type ConfigTree = Readonly<Record<string, unknown>>

/** What a host says about a document, together with what its file decides. */
export interface InspectedBranding extends Pick<AnswerOf<'getBranding'>, 'faults' | 'contrast'> {
  /** What the file says about this project; it goes before the document. */
  readonly fixed: ConfigTree
  /** The name of the file; absent: there is none. */
  readonly fixedIn?: string
}

/** A file of a brand. */
export interface BrandingFile {
  readonly mediaType: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Whether bytes can be used for something, and what they are called from then on. */
export type CheckedFile =
  | { readonly kind: 'sound'; readonly name: string; readonly mediaType: string }
  | { readonly kind: 'refused'; readonly reason: string }

/** How a page is looked at. */
export type View = Omit<QueryOf<'previewBranding'>, 'version'>

/** A mail, by its kind and language, in the words of a document and the look of another one. */
export interface AskedMail {
  readonly template: string
  readonly language: string
  readonly mails: ConfigTree
  readonly brand: ConfigTree
}

/** What became of a test mail. */
export type TestMail = 'sent' | 'unknown_template' | 'no_mail_server' | 'too_many_messages'

/** Draws the pages and writes the mails of projects. Documents are as operators wrote them: anything may be in them. Throws for a project that is not open. */
export interface BrandingHost {
  inspect(projectId: string, part: BrandingPart, document: ConfigTree): Promise<InspectedBranding>
  checkFile(bytes: Uint8Array, use: QueryOf<'createBrandingAsset'>['use']): CheckedFile
  /** A file that gatehouse.yml names, by the name that it is served by. */
  fileOf(name: string): BrandingFile | undefined
  /** A page as HTML, its styles admitted by `nonce`; nothing: there is no such state. */
  drawPage(
    projectId: string,
    brand: ConfigTree,
    view: View,
  ): Promise<{ readonly html: string; readonly nonce: string } | undefined>
  listMails(projectId: string, language: string | undefined): AnswerOf<'listMailTemplates'>
  /** Nothing: there is no such kind of mail. */
  writeMail(projectId: string, mail: AskedMail): Promise<AnswerOf<'previewMail'> | undefined>
  sendMail(projectId: string, mail: AskedMail, to: string): Promise<TestMail>
}
