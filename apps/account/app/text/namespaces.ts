import type { Namespace } from '@gatehouse/i18n/languages'

/** The namespaces of each page beside `common`. Pages that are not listed have none. */
const pageNamespaces: Readonly<Record<string, readonly Namespace[]>> = {
  '/': ['welcome', 'activity', 'sessions'],
  '/login': ['login'],
  '/registration': ['registration', 'password'],
  '/recovery': ['recovery'],
  '/verification': ['verification'],
  '/settings': ['settings', 'password'],
  '/sessions': ['sessions'],
  '/activity': ['activity'],
  '/activity/not-me': ['welcome', 'sessions'],
  '/settings/data': ['data'],
  '/goodbye': ['data'],
  '/logout': ['logout'],
  '/consent': ['consent'],
  '/device': ['device'],
  '/device/done': ['device'],
}

/**
 * Returns the texts a page needs to be drawn. The server's messages and failures arrive as text and need none.
 * `hasBrandWords`: the brand has links to name.
 */
export function namespacesOf(pathname: string, hasBrandWords = false): readonly Namespace[] {
  const own = pageNamespaces[pathname.replace(/(?<=.)\/$/, '')]
  return ['common', ...(hasBrandWords ? (['brand'] as const) : []), ...(own ?? [])]
}
