import { Icon, type IconName } from '@gatehouse/design/content'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { FetchedAhead, useIntent } from '../page/fetch-ahead.tsx'

export interface NavigationLinkProps {
  readonly href: string
  readonly icon: IconName
  /** Whether the pages below it are others. */
  readonly isExact: boolean
  readonly label: string
  /** A count beside the label. */
  readonly children?: ReactNode
}

/** A line of the navigation. It is marked as soon as it is pressed. */
export function NavigationLink({ href, icon, isExact, label, children }: NavigationLinkProps) {
  const { isDue, handlers } = useIntent()
  return (
    <>
      <NavLink to={href} end={isExact} {...handlers}>
        {({ isPending }) => (
          <>
            <Icon name={icon} size={18} />
            <span data-pending={isPending || undefined}>{label}</span>
            {children}
          </>
        )}
      </NavLink>
      <FetchedAhead href={href} isDue={isDue} />
    </>
  )
}
