/** A Jsonnet program to run. The values are JSON texts. `module/main.go` reads its fields as well. */
export interface JsonnetJob {
  readonly program: string
  /** The values of `std.extVar`. */
  readonly external: Readonly<Record<string, string>>
  /** Arguments of a program that is a function. */
  readonly given: Readonly<Record<string, string>>
}

/** Go templates to execute independently. The result is a list of `ExecutedTemplate`, in their order. */
export interface TemplateJob {
  readonly templates: readonly TemplateFiles[]
}

/** Files that may include each other, one of which is executed. */
export interface TemplateFiles {
  readonly files: readonly { readonly name: string; readonly text: string }[]
  /** The name of the executed one. */
  readonly main: string
  /** True for `html/template`, which escapes values by their position. */
  readonly html: boolean
  /** The values of `.Name`. A number is an integer. */
  readonly values: Readonly<Record<string, unknown>>
}

/** The result of one template: a text, or a fault with the name of the file and the line. */
export interface ExecutedTemplate {
  readonly text: string
  readonly fault?: string
  /** It fails for all values. */
  readonly certain?: true
  /** It was compiled whole. */
  readonly compiled?: true
}

/** A job for a thread. */
export type EngineJob = JsonnetJob | TemplateJob

/** The result of a job. */
export type EngineAnswer =
  | { readonly kind: 'result'; readonly json: string }
  | { readonly kind: 'failed'; readonly reason: string }

/** A thread's report. `isLarge`: its memory, which never shrinks, has grown; it should not be used again. */
export interface EngineReport {
  readonly answer: EngineAnswer
  readonly isLarge: boolean
}

/** The maximum size of a result, in characters of JSON. */
export const longestResult = 1024 * 1024
