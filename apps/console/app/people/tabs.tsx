import { PageLink } from '../layout/page-link.tsx'
import classes from './tabs.module.css'

export interface TabsProps {
  readonly label: string
  readonly tabs: readonly { readonly href: string; readonly label: string; readonly current: boolean }[]
}

/** Views of the same list, each with an address. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map(({ href, label: text, current }) => (
        <PageLink key={href} href={href} aria-current={current ? 'page' : undefined}>
          {text}
        </PageLink>
      ))}
    </nav>
  )
}
