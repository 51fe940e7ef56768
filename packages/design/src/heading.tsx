import type { ReactNode } from 'react'
import classes from './heading.module.css'

/** The page's name and one line about it. */
export function Heading({ title, children }: { readonly title: ReactNode; readonly children?: ReactNode }) {
  return (
    <header className={classes.heading} data-part="heading">
      <h1>{title}</h1>
      {children && <p>{children}</p>}
    </header>
  )
}

/** A quiet line under a form: "New here? Create an account". */
export function Aside({ children }: { readonly children: ReactNode }) {
  return (
    <p className={classes.aside} data-part="aside">
      {children}
    </p>
  )
}
