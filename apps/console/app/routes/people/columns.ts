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

/** TABLE: whether a list has a column by default, and the ability of the identity service that it needs. */
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

/** The heights of a line. */
export const densities = ['comfortable', 'compact'] as const

/** The look of a list. */
export interface ListLook {
  readonly columns: readonly ListColumn[]
  /** Traits that have a column of their own, by the names of their fields. */
  readonly traits: readonly string[]
  readonly density: (typeof densities)[number]
}

/** The default look of a list. */
export const usualLook: ListLook = {
  columns: listColumnNames.filter((name) => listColumns[name].isUsual),
  traits: [],
  density: 'comfortable',
}
