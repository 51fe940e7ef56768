/** A hash over the names and contents of files and folders, tests and links excepted; paths that do not exist count as empty. */
export function fingerprint(paths: readonly string[]): string
