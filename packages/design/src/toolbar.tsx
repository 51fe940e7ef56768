import type { ReactNode } from 'react'
import classes from './toolbar.module.css'

/** Above a list: its search, and what narrows it. */
export function Toolbar({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes.toolbar} data-part="toolbar">
      {children}
    </div>
  )
}
