import type { ReactNode } from 'react'
import classes from './toolbar.module.css'

/** The bar above a list: its search and its filters. */
export function Toolbar({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes.toolbar} data-part="toolbar">
      {children}
    </div>
  )
}
