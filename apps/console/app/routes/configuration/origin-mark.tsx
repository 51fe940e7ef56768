import type { ReactNode } from 'react'
import classes from './origin-mark.module.css'

/** The origin of a value. */
export function OriginMark({ children }: { readonly children: ReactNode }) {
  return <span className={classes.origin}>{children}</span>
}
