import type { ReactNode } from 'react'
import classes from './mark.module.css'

/** The brand that owns the pages. `logo` replaces the drawn gate. */
export interface Brand {
  readonly name: string
  readonly href: string
  readonly logo?: ReactNode
  /** The logo says the name. */
  readonly isNamed?: boolean
}

/** The brand's logo and name, leading home. */
export function Mark({ brand }: { readonly brand: Brand }) {
  return (
    <a className={classes.mark} href={brand.href} data-part="mark">
      {brand.logo ?? <GateLogo />}
      {brand.isNamed !== true && <bdi>{brand.name}</bdi>}
    </a>
  )
}

function GateLogo() {
  return (
    <svg viewBox="0 0 28 28" width="1.75rem" height="1.75rem" fill="none" aria-hidden="true">
      <path d="M4 25V14a10 10 0 0 1 20 0v11" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
      <path d="M10 26V15a4 4 0 0 1 8 0v11Z" fill="var(--accent)" />
    </svg>
  )
}
