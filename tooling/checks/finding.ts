/** Something a check objects to, and where. `line` counts from 1. */
export interface Finding {
  readonly path: string
  readonly line?: number
  readonly message: string
}

/** A finding as one line, in the form editors understand. */
export function printed({ path, line, message }: Finding): string {
  return `${path}${line === undefined ? '' : `:${line}`} ${message}`
}
