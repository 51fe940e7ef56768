/** How the operator's product introduces itself on every page. */
export interface Brand {
  readonly name: string
  /** Picture beside the name, a path on this origin. Without it the pages draw their own mark. */
  readonly logoUrl?: string | undefined
  /** Where the name leads. Defaults to the welcome page. */
  readonly homeUrl?: string | undefined
}
