/** A person who matches the search. */
export interface FoundPerson {
  readonly id: string
  readonly name: string
  /** Email or phone number; empty: none. */
  readonly address: string
}

/** An organization that fits what was typed. */
export interface FoundOrganization {
  readonly id: string
  readonly label: string
}

/** What a project has that fits what was typed. */
export interface Found {
  readonly people: readonly FoundPerson[]
  readonly organizations: readonly FoundOrganization[]
}
