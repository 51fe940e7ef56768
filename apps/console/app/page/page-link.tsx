import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { FetchedAhead, useIntent } from './fetch-ahead.tsx'

export interface PageLinkProps extends ComponentProps<'a'> {
  readonly href: string
}

/**
 * The router's link with an anchor's name for its target, as the design's components pass it. The target is fetched as
 * soon as the operator means to follow the link.
 */
export function PageLink(props: PageLinkProps) {
  return <AheadLink {...props} preventScrollReset={false} />
}

/** The same for a link that changes a part of the current page: the window keeps its scroll position. */
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
