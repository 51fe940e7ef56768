import { Pager as DesignPager } from '@gatehouse/design/content'
import type { ReactNode } from 'react'
import { PageLink } from '../page/page-link.tsx'
import { useText } from '../text/texts.tsx'

/** Addresses of the pages around the one that is shown. A way that is absent is not drawn; without any, nothing is. */
export interface PagerProps {
  /** The address of the first page; absent on it. */
  readonly first?: string | undefined
  /** The address of the page before; absent on the first one, and if a list cannot go back. */
  readonly previous?: string | undefined
  /** The address of the next page; absent on the last one. */
  readonly next?: string | undefined
}

const ways = ['first', 'previous', 'next'] as const

interface PagerOptions extends PagerProps {
  readonly label?: string
  /** The shown range and the total: "1–50 of 347". */
  readonly range?: ReactNode
}

/** The way through a list that the server cuts into pages. */
export function Pager({ label, range, ...pages }: PagerOptions) {
  const t = useText('console')
  const known = ways.flatMap((way) => {
    const href = pages[way]
    return href === undefined ? [] : [{ href, label: t(`pager.${way}`) }]
  })
  return (
    <DesignPager
      label={label === undefined ? t('pager.label') : t('pager.label_of', { label })}
      ways={known}
      range={range}
      link={PageLink}
    />
  )
}
