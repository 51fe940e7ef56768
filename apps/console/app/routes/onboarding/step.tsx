import type { ReactNode } from 'react'
import classes from './onboarding.module.css'

/** One thing to do, in its order. */
export function Step({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <li className={classes.step}>
      <h2>{title}</h2>
      <div className={classes.body}>{children}</div>
    </li>
  )
}
