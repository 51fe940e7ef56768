import { existsSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Source } from '../sources.ts'

/** The targets of documents' links on the site. */
export interface Links {
  /**
   * Returns the address for a link as it stands in a document, from that document's page. `undefined`: a file without a
   * page, of a repository with an unknown address.
   * @throws Error if it leads to no file of the repository.
   */
  resolve(from: Source, href: string): string | undefined
}

/** Folders that a page lists. */
const listed = new Map([
  ['docs/decisions', 'decisions/index.html'],
  ['docs/flows', 'flows.html'],
])
/** Sent along with the pages. */
export const pictureFolder = 'docs/screenshots'

/**
 * Links between documents become links between pages, so that the same Markdown works in a repository browser; a file
 * that has no page is shown by the repository's own address.
 */
export function createLinks(root: string, sources: readonly Source[], repository: string | undefined): Links {
  const pages = new Map([...sources.map(({ file, path }) => [file, path] as const), ...listed])
  const pageOf = (file: string) => pages.get(file) ?? pages.get(`${file}/README.md`)
  return {
    resolve(from, href) {
      if (/^(?:[a-z]+:|#)/.test(href)) return href
      const [path = '', hash] = href.split('#', 2)
      const file = posix.normalize(posix.join(posix.dirname(from.file), path)).replace(/\/$/, '')
      const anchor = hash === undefined ? '' : `#${hash}`
      const page = file.startsWith(`${pictureFolder}/`) ? file.replace(/^docs\//, '') : pageOf(file)
      if (page !== undefined) return relativeTo(from.path, page) + anchor
      const absolute = join(root, file)
      if (!existsSync(absolute)) throw new Error(`${from.file} leads to ${href}, which is no file`)
      if (repository === undefined) return undefined
      return `${repository}/${statSync(absolute).isDirectory() ? 'tree' : 'blob'}/main/${file}${anchor}`
    },
  }
}

/** Returns the address of a file of the site from a page: the site works in any folder of any host. */
export function relativeTo(page: string, file: string): string {
  return posix.relative(posix.dirname(page), file)
}
