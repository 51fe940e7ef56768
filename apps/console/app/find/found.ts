/** A person who matches the search. */
export interface FoundPerson {
  readonly id: string
  readonly name: string
  /** Email or phone number; empty: none. */
  readonly address: string
}

/** An organization that fits the input. */
export interface FoundOrganization {
  readonly id: string
  readonly label: string
}

/** The results of a search in a project. */
export interface Found {
  readonly people: readonly FoundPerson[]
  readonly organizations: readonly FoundOrganization[]
}
