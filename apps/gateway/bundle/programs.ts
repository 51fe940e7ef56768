import { fileURLToPath } from 'node:url'

/** The repository's folder, with a slash at its end. */
export const root: string = fileURLToPath(new URL('../../../', import.meta.url))

/** Where the bundle lies: all there is to deploy. */
export const bundleFolder: string = `${root}dist`

/**
 * TABLE: what the bundle starts from, and the name of its file. What these name by its path (threads, the programs behind
 * commands) becomes a file as well, called as its source is.
 */
export const entries: Readonly<Record<string, string>> = {
  main: `${root}apps/gateway/src/main.ts`,
  gatehouse: `${root}apps/cli/src/main.ts`,
  'account-pages': `${root}apps/account/build/server/index.js`,
  'console-pages': `${root}apps/console/build/server/index.js`,
}

/** True for a program that is a process of its own; threads and pages run in another's. */
export function isProcess(path: string): boolean {
  return path.startsWith(`${root}apps/`) && path.endsWith('.ts')
}
