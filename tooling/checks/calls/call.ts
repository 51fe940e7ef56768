/** A text in a file that shows that something is done there. */
export interface Evidence {
  readonly file: string
  readonly says: string
}

/** A page (`/login`), a screen of the console or a command (`gatehouse login`) that makes a call. */
export interface Maker {
  readonly name: string
  /** All of it must be there: the page, and the function by which it makes the call. */
  readonly evidence: readonly Evidence[]
}

/** A test by its id. `row`: the row of a table that it walks, if rows are in its title. */
export interface ProvingTest {
  readonly id: string
  readonly row?: string
  /** The file of that table, if it is not the test's own. */
  readonly table?: string
}

/** A call with the pages and commands that make it, and the tests that prove it. */
export interface CallRow {
  /** `FrontendApi.toSession`, the name of an operation, or method and path of a call that has no name. */
  readonly call: string
  /** Method and path. */
  readonly wire: string
  readonly makers: readonly Maker[]
  /** Why no page and no command makes it; only if there is no maker. */
  readonly reason?: string
  readonly tests: readonly ProvingTest[]
}

/** The columns of a table for a call; name and wire come from the client. */
export type SaidOfCall = Pick<CallRow, 'makers' | 'reason' | 'tests'>

/** Returns a page or command, with its file and texts of that file; more files and texts may follow. */
export function at(name: string, ...evidence: readonly (readonly [file: string, says: string])[]): Maker {
  return { name, evidence: evidence.map(([file, says]) => ({ file, says })) }
}

/** Returns the test with this id. */
export function proof(id: string): ProvingTest {
  return { id }
}
