import type { ReactNode } from 'react'
import classes from './panel.module.css'

export interface SectionProps {
  /** Also the anchor of the section. */
  readonly id: string
  readonly title: ReactNode
  readonly intro?: ReactNode
  readonly children: ReactNode
}

/** A titled part of a page. Can take focus by script. */
export function Section({ id, title, intro, children }: SectionProps) {
  return (
    <section className={classes.section} aria-labelledby={`${id}-title`} id={id} tabIndex={-1} data-part="section">
      <header>
        <h2 id={`${id}-title`}>{title}</h2>
        {intro && <p>{intro}</p>}
      </header>
      {children}
    </section>
  )
}

/** A card. `padded` for a form; without it, for rows. */
export function Panel({ padded = false, children }: { readonly padded?: boolean; readonly children: ReactNode }) {
  return (
    <div className={classes.panel} data-part="panel" data-padded={padded || undefined}>
      {children}
    </div>
  )
}

export interface RowProps {
  readonly icon?: ReactNode
  readonly title: ReactNode
  readonly badge?: ReactNode
  readonly action?: ReactNode
  readonly children?: ReactNode
}

/** One thing in a panel: its title, a line about it, its actions. */
export function Row({ icon, title, badge, action, children }: RowProps) {
  return (
    <div className={classes.row} data-part="row">
      {icon && <div className={classes.icon}>{icon}</div>}
      <div className={classes.body}>
        <div className={classes.title}>
          <span>{title}</span>
          {badge}
        </div>
        {children && <div className={classes.about}>{children}</div>}
      </div>
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}
