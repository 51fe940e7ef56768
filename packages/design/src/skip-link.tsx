import { InPageLink } from './in-page-link.tsx'
import type { ReactNode } from 'react'
import classes from './skip-link.module.css'

/** The first stop of the keyboard: past the chrome, to the content (`#main`). */
export function SkipLink({ children }: { readonly children: ReactNode }) {
  return (
    <InPageLink to="main" className={classes.skip} data-part="skip-link">
      {children}
    </InPageLink>
  )
}
