import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ConfigError } from '@gatehouse/config/config'
import type { ServerBuild } from 'react-router'

/** One of the built apps, as it is on the disk. */
export interface BuiltApp {
  readonly build: ServerBuild
  /** Absolute path of the files for browsers. */
  readonly clientFolder: string
}

/** The folders of the builds. Each address is written out: the bundle of this program finds the files by it. */
const builds = {
  account: {
    server: new URL('../../../account/build/server/index.js', import.meta.url),
    client: new URL('../../../account/build/client', import.meta.url),
  },
  console: {
    server: new URL('../../../console/build/server/index.js', import.meta.url),
    client: new URL('../../../console/build/client', import.meta.url),
  },
}

/**
 * Reads the build of an app.
 * @throws ConfigError when there is none.
 */
export async function readBuild(app: keyof typeof builds): Promise<BuiltApp> {
  const { server, client } = builds[app]
  if (!existsSync(server)) {
    throw new ConfigError([{ subject: fileURLToPath(server), wrong: 'does not exist', fix: 'run: npm run build' }])
  }
  return { build: parseBuild(await import(server.href)), clientFolder: fileURLToPath(client) }
}

/** Parses a module as a server build of React Router, by the exports that only such a build has. */
export function parseBuild(module: unknown): ServerBuild {
  if (typeof module === 'object' && module !== null && 'routes' in module && 'entry' in module) {
    return module as ServerBuild
  }
  throw new ConfigError([
    { subject: 'the build of the pages', wrong: 'is none of React Router', fix: 'run: npm run build' },
  ])
}
