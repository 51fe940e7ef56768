/** A program to work out. The values are JSON texts. Its fields are read by `engine/main.go` as well. */
export interface JsonnetJob {
  readonly program: string
  /** What `std.extVar` finds. */
  readonly external: Readonly<Record<string, string>>
  /** Arguments of a program that is a function. */
  readonly given: Readonly<Record<string, string>>
}

/** What became of a program. */
export type JsonnetAnswer =
  | { readonly kind: 'result'; readonly json: string }
  | { readonly kind: 'failed'; readonly reason: string }

/** What a thread says of its job. `isLarge`: its memory, which never shrinks, has grown; it should not be used again. */
export interface JsonnetReport {
  readonly answer: JsonnetAnswer
  readonly isLarge: boolean
}

/** Longer results are of no use to anybody. Characters of JSON. */
export const longestResult = 1024 * 1024
