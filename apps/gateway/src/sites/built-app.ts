import { existsSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ConfigError } from '@gatehouse/config/config'
import type { ServerBuild } from 'react-router'

/** One of the apps that are built, as it lies on the disk. */
export interface BuiltApp {
  readonly build: ServerBuild
  /** Absolute path of the files for browsers. */
  readonly clientFolder: string
}

/**
 * Reads the build of an app.
 * @throws ConfigError when there is none.
 */
export async function readBuild(app: 'account' | 'console'): Promise<BuiltApp> {
  const folder = fileURLToPath(new URL(`../../../${app}/build`, import.meta.url))
  const entry = `${folder}/server/index.js`
  if (!existsSync(entry)) {
    throw new ConfigError([{ subject: entry, wrong: 'does not exist', fix: 'run: npm run build' }])
  }
  return { build: parseBuild(await import(pathToFileURL(entry).href)), clientFolder: `${folder}/client` }
}

/** Takes a module for a server build of React Router, after a look at what only such a build has. */
export function parseBuild(module: unknown): ServerBuild {
  if (typeof module === 'object' && module !== null && 'routes' in module && 'entry' in module) {
    return module as ServerBuild
  }
  throw new ConfigError([
    { subject: 'the build of the pages', wrong: 'is none of React Router', fix: 'run: npm run build' },
  ])
}
