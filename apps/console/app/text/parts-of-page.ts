import { matchRoutes } from 'react-router'
import { pageParts, workspaceParts, everywhereParts } from './page-parts.ts'
import type { TextPart } from './text-part.ts'

const pages: Readonly<Record<string, readonly TextPart[]>> = pageParts

/** The parts of the catalogues that a page says something of, by the pattern of its address as the router has it. */
export function partsOfPage(given: string): readonly TextPart[] {
  const pattern = given.startsWith('/') ? given : `/${given}`
  const frame = pattern.startsWith('/w/') ? workspaceParts : []
  return [...everywhereParts, ...frame, ...(pages[pattern] ?? [])]
}

const patterns = Object.keys(pages).map((path) => ({ path }))

/** The same by an address. */
export function partsAt(pathname: string): readonly TextPart[] {
  return partsOfPage(matchRoutes(patterns, pathname)?.at(-1)?.route.path ?? '')
}
