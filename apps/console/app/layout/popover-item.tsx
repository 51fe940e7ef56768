import type { ReactNode } from 'react'
import { PageLink } from './page-link.tsx'
import panel from './panel.module.css'

export interface PopoverItemProps {
  readonly href: string
  readonly isCurrent?: boolean
  readonly isDanger?: boolean
  readonly children: ReactNode
}

/** A line of a popover that leads somewhere. */
export function PopoverItem({ href, isCurrent = false, isDanger = false, children }: PopoverItemProps) {
  return (
    <PageLink
      href={href}
      className={panel.item}
      data-danger={isDanger || undefined}
      aria-current={isCurrent ? 'true' : undefined}
    >
      {children}
    </PageLink>
  )
}
