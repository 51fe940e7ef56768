import type { Namespace } from '@gatehouse/i18n/languages'

/** What each page says beside `common`. Pages that are not listed say nothing of their own. */
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

/** The texts a page needs to be drawn. What the server says (messages, failures) arrives as text and needs none. `hasBrandWords`: the brand has links to name. */
export function namespacesOf(pathname: string, hasBrandWords = false): readonly Namespace[] {
  const own = pageNamespaces[pathname.replace(/(?<=.)\/$/, '')]
  return ['common', ...(hasBrandWords ? (['brand'] as const) : []), ...(own ?? [])]
}
