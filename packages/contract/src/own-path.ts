/**
 * Returns a path on these pages, from a value that anyone may have written into a link: every value that could lead to
 * another site becomes the start page.
 */
export function ownPath(value: string | null | undefined, publicOrigin: string): string {
  if (value === null || value === undefined || !value.startsWith('/') || !URL.canParse(value, publicOrigin)) return '/'
  const target = new URL(value, publicOrigin)
  // `/.//evil.example` has this origin and the path `//evil.example`, which alone would be another site.
  const isOwn = target.origin === publicOrigin && !target.pathname.startsWith('//')
  return isOwn ? `${target.pathname}${target.search}` : '/'
}
