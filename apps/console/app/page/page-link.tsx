import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { FetchedAhead, useIntent } from './fetch-ahead.tsx'

export interface PageLinkProps extends ComponentProps<'a'> {
  readonly href: string
}

/**
 * The router's link under an anchor's own name for its target, as the design's components hand it over. What it leads to
 * is fetched as soon as the operator means it.
 */
export function PageLink(props: PageLinkProps) {
  return <AheadLink {...props} preventScrollReset={false} />
}

/** The same for what changes a part of the page that one is on: the window stays where it is. */
export function SamePageLink(props: PageLinkProps) {
  return <AheadLink {...props} preventScrollReset />
}

function AheadLink({ href, ...rest }: PageLinkProps & { readonly preventScrollReset: boolean }) {
  const { isDue, handlers } = useIntent()
  return (
    <>
      <Link {...rest} {...handlers} to={href} />
      <FetchedAhead href={href} isDue={isDue} />
    </>
  )
}
