import type { ReactNode } from 'react'
import classes from './origin-mark.module.css'

/** Says where a value comes from. */
export function OriginMark({ children }: { readonly children: ReactNode }) {
  return <span className={classes.origin}>{children}</span>
}
