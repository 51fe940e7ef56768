import type { ReactNode } from 'react'
import classes from './divider.module.css'

/** A hairline with a word in it: "or". */
export function Divider({ children }: { readonly children: ReactNode }) {
  return (
    <p className={classes.divider} data-part="divider">
      {children}
    </p>
  )
}
