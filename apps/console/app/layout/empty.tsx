import type { ReactNode } from 'react'
import classes from './empty.module.css'

/** In the place of a list without rows: what would be here, and how to get it. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className={classes.empty} data-part="empty">
      <p className={classes.title}>{title}</p>
      {children}
    </div>
  )
}
