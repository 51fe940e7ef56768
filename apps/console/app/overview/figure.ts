/** A figure, or the reason why there is none. */
export type Figure =
  | {
      readonly kind: 'known'
      readonly value: number
      /** There are more. */
      readonly isLeast?: boolean
      /** In the period before; absent: it does not go by periods. */
      readonly before?: number | undefined
      /** Of how many: then it is shown as a share. */
      readonly of?: number | undefined
    }
  | { readonly kind: 'absent'; readonly why: 'role' | 'engine' }

/** The names of the figures, in their order. */
export const figureNames = ['succeeded', 'failed', 'new', 'people', 'second', 'sessions', 'unsent'] as const
/** The key of a figure in what the loader gives to the page, and of its text: `figure.<name>`. */
export type FigureName = (typeof figureNames)[number]
