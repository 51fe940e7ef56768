/** A program of Jsonnet to work out. The values are JSON texts. Its fields are read by `module/main.go` as well. */
export interface JsonnetJob {
  readonly program: string
  /** What `std.extVar` finds. */
  readonly external: Readonly<Record<string, string>>
  /** Arguments of a program that is a function. */
  readonly given: Readonly<Record<string, string>>
}

/** Go templates to execute, each by itself. The result is a list of `ExecutedTemplate`, in their order. */
export interface TemplateJob {
  readonly templates: readonly TemplateFiles[]
}

/** Files that may name each other, of which one is executed. */
export interface TemplateFiles {
  readonly files: readonly { readonly name: string; readonly text: string }[]
  /** The name of the one that is executed. */
  readonly main: string
  /** By `html/template`, which escapes values for where they stand. */
  readonly html: boolean
  /** What `.Name` says. A number is an integer. */
  readonly values: Readonly<Record<string, unknown>>
}

/** What became of one: a text, or a fault with the name of the file and the line. */
export interface ExecutedTemplate {
  readonly text: string
  readonly fault?: string
  /** It fails whatever the values are. */
  readonly certain?: true
  /** It was compiled whole. */
  readonly compiled?: true
}

/** What a thread is asked. */
export type EngineJob = JsonnetJob | TemplateJob

/** What became of a job. */
export type EngineAnswer =
  | { readonly kind: 'result'; readonly json: string }
  | { readonly kind: 'failed'; readonly reason: string }

/** What a thread says of its job. `isLarge`: its memory, which never shrinks, has grown; it should not be used again. */
export interface EngineReport {
  readonly answer: EngineAnswer
  readonly isLarge: boolean
}

/** Longer results are of no use to anybody. Characters of JSON. */
export const longestResult = 1024 * 1024
