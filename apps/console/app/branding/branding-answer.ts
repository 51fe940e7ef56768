/** The answer of an action about a draft that was not published. */
export type BrandingAnswer =
  | { readonly kind: 'kept' }
  /** Another operator has changed the draft, or published another version. */
  | { readonly kind: 'stale'; readonly what: 'draft' | 'published' }
  /** In the words of the control plane. */
  | { readonly kind: 'refused'; readonly reason: string; readonly faults: readonly string[] }
  /** The faults of files, by their fields. */
  | { readonly kind: 'faulty'; readonly fields: Readonly<Record<string, string>> }
