import { readFileSync } from 'node:fs'
import type { ServerBuild } from 'react-router'

/**
 * Returns the text of a build's stylesheets, to be written into every page.
 * @param clientFolder The absolute path of the build's files for browsers.
 */
export function builtStyles(build: ServerBuild, clientFolder: string): string {
  const routes = Object.values(build.assets.routes)
  const files = new Set(routes.flatMap((route) => route?.css ?? []))
  return [...files].map((file) => readFileSync(`${clientFolder}${file}`, 'utf8')).join('\n')
}
