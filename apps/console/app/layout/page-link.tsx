import type { ComponentProps } from 'react'
import { Link } from 'react-router'

/** The router's link under an anchor's own name for its target, as the design's components hand it over. */
export function PageLink({ href, ...rest }: ComponentProps<'a'> & { readonly href: string }) {
  return <Link {...rest} to={href} />
}
