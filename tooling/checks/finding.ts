/** A fault that a check found, with its position. `line` counts from 1. */
export interface Finding {
  readonly path: string
  readonly line?: number
  readonly message: string
}

/** Formats a finding as one line, in the form editors understand. */
export function printed({ path, line, message }: Finding): string {
  return `${path}${line === undefined ? '' : `:${line}`} ${message}`
}
