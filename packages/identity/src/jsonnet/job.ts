/** A program to work out. The values are JSON texts. */
export interface JsonnetJob {
  readonly program: string
  /** What `std.extVar` finds. */
  readonly external: Readonly<Record<string, string>>
  /** Arguments of a program that is a function. */
  readonly given: Readonly<Record<string, string>>
}

/** `missing`: the engine cannot be loaded on this machine. */
export type JsonnetAnswer =
  | { readonly kind: 'result'; readonly json: string }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'missing' }
