import type { FaultyForm } from '../form/faults.ts'
import type { BrandDocument } from './document.ts'

/** The answer of an action about a draft that was not published. `typed`: the input, if it could not be saved. */
export type BrandingAnswer =
  | { readonly kind: 'kept' }
  /** Another operator has changed the draft, or published another version. */
  | { readonly kind: 'stale'; readonly what: 'draft' | 'published'; readonly typed?: BrandDocument | undefined }
  /** In the words of the control plane. */
  | {
      readonly kind: 'refused'
      readonly reason: string
      readonly faults: readonly string[]
      readonly typed?: BrandDocument | undefined
    }
  /** The faults of files, by their fields. */
  | { readonly kind: 'faulty'; readonly fields: Readonly<Record<string, string>> }

/** The answer about the draft; none if another form of the page was answered. */
export function draftingAnswer(answer: BrandingAnswer | FaultyForm | undefined): BrandingAnswer | undefined {
  return answer !== undefined && 'intent' in answer ? undefined : answer
}

/** The input of a form that was not saved, until a later one is. */
export function typedDocument(
  answer: BrandingAnswer | undefined,
  saved: { readonly kind: string } | undefined,
): BrandDocument | undefined {
  return answer !== undefined && 'typed' in answer && saved?.kind !== 'kept' ? answer.typed : undefined
}
