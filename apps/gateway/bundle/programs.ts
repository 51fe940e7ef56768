import { fileURLToPath } from 'node:url'

/** The repository's folder, with a slash at its end. */
export const root: string = fileURLToPath(new URL('../../../', import.meta.url))

/** The folder of the bundle: all that is deployed. */
export const bundleFolder: string = `${root}dist`

/**
 * TABLE: the entries of the bundle, and the names of their files. Files that these name by path (threads, the programs
 * behind commands) are bundled as well, with the names of their sources.
 */
export const entries: Readonly<Record<string, string>> = {
  main: `${root}apps/gateway/src/main.ts`,
  gatehouse: `${root}apps/cli/src/main.ts`,
  'account-pages': `${root}apps/account/build/server/index.js`,
  'console-pages': `${root}apps/console/build/server/index.js`,
}

/** Returns true for a program that is a separate process; threads and pages run in another's. */
export function isProcess(path: string): boolean {
  return path.startsWith(`${root}apps/`) && path.endsWith('.ts')
}
