import type { ReactNode } from 'react'
import classes from './badge.module.css'

export interface BadgeProps {
  /** It is true right now. */
  readonly on?: boolean
  /** Something should be done about it. */
  readonly warns?: boolean
  readonly children: ReactNode
}

/** A word about the thing beside it. */
export function Badge({ on = false, warns = false, children }: BadgeProps) {
  return (
    <span className={classes.badge} data-part="badge" data-on={on || undefined} data-warns={warns || undefined}>
      {children}
    </span>
  )
}
