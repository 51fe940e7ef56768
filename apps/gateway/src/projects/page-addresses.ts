import { withoutTrailing } from '@gatehouse/contract/http'
import type { IdentityConfig } from '@gatehouse/identity/configuration'

/** The paths of this gateway's pages, by flow (`apps/account/app/routes.ts`). */
const pagePaths = {
  error: '/error',
  login: '/login',
  registration: '/registration',
  recovery: '/recovery',
  verification: '/verification',
  settings: '/settings',
} as const

/**
 * Returns the faults of the `ui_url`s of a configuration file: at this gateway's own origin each page has one path.
 * Addresses at another origin belong to another party's pages.
 */
export function misplacedPages(
  { selfservice }: Pick<IdentityConfig, 'selfservice'>,
  publicOrigin: string,
): readonly string[] {
  return Object.entries(pagePaths).flatMap(([flow, path]) => {
    const given = URL.parse(selfservice.flows[flow as keyof typeof pagePaths].uiUrl)
    if (given?.origin !== publicOrigin || withoutTrailing(given.pathname, '/') === path) return []
    return [
      `selfservice.flows.${flow}.ui_url names ${given.href}, where this gateway has no page; write ${publicOrigin}${path}, or the address of your own pages`,
    ]
  })
}
