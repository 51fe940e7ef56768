import { readFileSync } from 'node:fs'
import type { ServerBuild } from 'react-router'

/**
 * The text of the stylesheets of a build, to be written into every page.
 * @param clientFolder Where the build's files for browsers are; an absolute path.
 */
export function builtStyles(build: ServerBuild, clientFolder: string): string {
  const routes = Object.values(build.assets.routes)
  const files = new Set(routes.flatMap((route) => route?.css ?? []))
  return [...files].map((file) => readFileSync(`${clientFolder}${file}`, 'utf8')).join('\n')
}
