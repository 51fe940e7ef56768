import { fetchAhead } from './data-ahead.ts'
import { PageLink, type PageLinkProps } from './page-link.tsx'

/** A link to a page of the account whose data are fetched ahead as well. Apart from the pages of a sign-in, which have none. */
export function AheadLink(props: Omit<PageLinkProps, 'whenMeant'>) {
  return <PageLink {...props} whenMeant={fetchAhead} />
}
