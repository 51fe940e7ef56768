import type { ReactNode } from 'react'
import { PageLink } from '../layout/page-link.tsx'
import classes from './tabs.module.css'

export interface TabsProps {
  readonly label: string
  readonly tabs: readonly {
    readonly href: string
    readonly label: string
    readonly current: boolean
    readonly count?: number
  }[]
  /** Behind the last one. */
  readonly children?: ReactNode
}

/** Views of the same list, each with an address. */
export function Tabs({ label, tabs, children }: TabsProps) {
  return (
    <div className={classes.line}>
      <nav aria-label={label} className={classes.tabs}>
        {tabs.map(({ href, label: text, current, count }) => (
          <PageLink key={href} href={href} aria-current={current ? 'page' : undefined}>
            {text}
            {count !== undefined && <small>{count}</small>}
          </PageLink>
        ))}
      </nav>
      {children}
    </div>
  )
}
