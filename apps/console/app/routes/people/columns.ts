/** Columns that a list of people can have, beside the person, in the order in which they stand. */
export const listColumnNames = [
  'signs_in_with',
  'second_step',
  'last_seen',
  'organization',
  'created',
  'verified',
  'state',
  'schema',
  'id',
  'external_id',
] as const

/** One of them. */
export type ListColumn = (typeof listColumnNames)[number]

/** TABLE: whether a list has a column unless others are chosen, and what it needs of the identity service. */
export const listColumns: Readonly<
  Record<ListColumn, { readonly isUsual: boolean; readonly needs: 'narrowing' | undefined }>
> = {
  signs_in_with: { isUsual: true, needs: 'narrowing' },
  second_step: { isUsual: true, needs: 'narrowing' },
  last_seen: { isUsual: true, needs: 'narrowing' },
  organization: { isUsual: true, needs: undefined },
  created: { isUsual: true, needs: undefined },
  verified: { isUsual: false, needs: undefined },
  state: { isUsual: false, needs: undefined },
  schema: { isUsual: false, needs: undefined },
  id: { isUsual: false, needs: undefined },
  external_id: { isUsual: false, needs: undefined },
}

/** How much space a line has. */
export const densities = ['comfortable', 'compact'] as const

/** How a list looks. */
export interface ListLook {
  readonly columns: readonly ListColumn[]
  /** Traits that have a column of their own, by the names of their fields. */
  readonly traits: readonly string[]
  readonly density: (typeof densities)[number]
}

/** How a list looks unless something else was chosen. */
export const usualLook: ListLook = {
  columns: listColumnNames.filter((name) => listColumns[name].isUsual),
  traits: [],
  density: 'comfortable',
}
