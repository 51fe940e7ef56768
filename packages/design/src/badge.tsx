import type { ReactNode } from 'react'
import classes from './badge.module.css'

/** A word about the thing beside it. `on` for what is true right now. */
export function Badge({ on = false, children }: { readonly on?: boolean; readonly children: ReactNode }) {
  return (
    <span className={classes.badge} data-part="badge" data-on={on || undefined}>
      {children}
    </span>
  )
}
