/** A text in a file that shows that something is done there. */
export interface Evidence {
  readonly file: string
  readonly says: string
}

/** A page (`/login`), a screen of the console or a command (`gatehouse login`) that makes a call. */
export interface Maker {
  readonly name: string
  /** All of it must be there: the page, and what it makes the call through. */
  readonly evidence: readonly Evidence[]
}

/** A test by its id. `row`: which row of a table it walks, where its title is made of rows. */
export interface ProvingTest {
  readonly id: string
  readonly row?: string
  /** The file of that table, where it is not the test's own. */
  readonly table?: string
}

/** Who makes a call, and what proves that it works. */
export interface CallRow {
  /** `FrontendApi.toSession`, the name of an operation, or method and path of a call that has no name. */
  readonly call: string
  /** Method and path. */
  readonly wire: string
  readonly makers: readonly Maker[]
  /** Why no page and no command makes it; only where there is no maker. */
  readonly reason?: string
  readonly tests: readonly ProvingTest[]
}

/** What a table says of a call; name and wire come from the client. */
export type SaidOfCall = Pick<CallRow, 'makers' | 'reason' | 'tests'>

/** A page or command, with the file it is in and what that file says; more files and texts may follow. */
export function at(name: string, ...evidence: readonly (readonly [file: string, says: string])[]): Maker {
  return { name, evidence: evidence.map(([file, says]) => ({ file, says })) }
}

/** The test with this id. */
export function proof(id: string): ProvingTest {
  return { id }
}
