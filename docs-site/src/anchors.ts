import { posix } from 'node:path'
import type { Page } from './page.ts'

/** Links to a heading that no page has. Empty if all is well. */
export function brokenAnchors(pages: readonly Page[]): readonly string[] {
  const ids = new Map(pages.map(({ path, body }) => [path, new Set(matches(body, /\sid="([^"]+)"/g))] as const))
  return pages.flatMap((page) =>
    matches(page.body, /\shref="([^"]*#[^"]+)"/g).flatMap((href) => {
      if (/^[a-z]+:/.test(href)) return []
      const [path = '', hash = ''] = href.split('#', 2)
      const target = path === '' ? page.path : posix.join(posix.dirname(page.path), path)
      const isThere = ids.get(target)?.has(decodeURIComponent(hash)) === true
      return isThere ? [] : [`${page.source ?? page.path} leads to ${href}, and ${target} has no such heading`]
    }),
  )
}

function matches(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found)
}
