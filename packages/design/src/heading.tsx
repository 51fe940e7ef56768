import type { ReactNode } from 'react'
import classes from './heading.module.css'

export interface HeadingProps {
  readonly title: ReactNode
  /** Before it: an arrow to the page that this one is a part of. */
  readonly back?: ReactNode
  /** Beside it: the one action of the page. */
  readonly action?: ReactNode
  readonly children?: ReactNode
}

/** The page's name and one line about it. */
export function Heading({ title, back, action, children }: HeadingProps) {
  return (
    <header className={classes.heading} data-part="heading">
      {back ? (
        <div className={classes.part}>
          {back}
          <h1>{title}</h1>
        </div>
      ) : (
        <h1>{title}</h1>
      )}
      {children && <p>{children}</p>}
      {action && <div className={classes.action}>{action}</div>}
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
