/** The result of an entry of an import. */
export type ImportOutcome =
  | { readonly result: 'created'; readonly identity: string }
  | { readonly result: 'exists'; readonly reason: string }
  | { readonly result: 'refused'; readonly reason: string }
  /** Of a dry run: nothing is wrong with it as far as can be seen. */
  | { readonly result: 'fine' }
