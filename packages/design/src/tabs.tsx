import type { ElementType, ReactNode } from 'react'
import classes from './tabs.module.css'

export interface TabsProps {
  readonly label: string
  readonly tabs: readonly {
    readonly href: string
    readonly label: string
    readonly current: boolean
    readonly count?: number
  }[]
  /** Draws the anchors; gets `href` and the rest. Default: `a`. */
  readonly link?: ElementType | undefined
  /** Behind the last one. */
  readonly children?: ReactNode
}

/** Views of the same list, each with an address. */
export function Tabs({ label, tabs, link: Anchor = 'a', children }: TabsProps) {
  return (
    <div className={classes.line}>
      <nav aria-label={label} className={classes.tabs}>
        {tabs.map(({ href, label: text, current, count }) => (
          <Anchor key={href} href={href} aria-current={current ? 'page' : undefined}>
            {text}
            {count !== undefined && <small>{count}</small>}
          </Anchor>
        ))}
      </nav>
      {children}
    </div>
  )
}
