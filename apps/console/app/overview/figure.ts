/** A number worth a look, or why there is none. */
export type Figure =
  /** `isLeast`: there are more. */
  | { readonly kind: 'known'; readonly value: number; readonly isLeast: boolean }
  | { readonly kind: 'absent'; readonly why: 'role' | 'engine' }

/** The names of the figures, in their order. */
export const figureNames = ['people', 'sessions', 'succeeded', 'failed', 'unsent'] as const
/** The key of a figure in what the loader gives to the page, and of its text: `figure.<name>`. */
export type FigureName = (typeof figureNames)[number]
