/** What an action answers about a draft that was not published. */
export type BrandingAnswer =
  | { readonly kind: 'kept' }
  /** Another operator has changed the draft, or published another version. */
  | { readonly kind: 'stale'; readonly what: 'draft' | 'published' }
  /** In the words of the control plane. */
  | { readonly kind: 'refused'; readonly reason: string; readonly faults: readonly string[] }
  /** What is wrong with files, by their fields. */
  | { readonly kind: 'faulty'; readonly fields: Readonly<Record<string, string>> }
