import type { ReactNode } from 'react'
import classes from './ink-bar.module.css'

export interface InkBarProps {
  /** What the bar is, for screen readers. */
  readonly label: string
  /** Where it stands: at the foot of the `window`, or at the end of a `list` while that is in view. */
  readonly at: 'window' | 'list'
  /** What there is to decide about: "3 selected". Screen readers say it when it changes. */
  readonly state: ReactNode
  /** Buttons, the most likely one first. */
  readonly actions: ReactNode
  /** What stands apart from the buttons: a box to tick, a way out. */
  readonly children?: ReactNode
}

/** A bar in the colours of the other scheme, over the page: what is chosen or not saved yet, and what can be done. */
export function InkBar({ label, at, state, actions, children }: InkBarProps) {
  return (
    <div className={classes.bar} data-part="ink-bar" data-at={at} role="group" aria-label={label}>
      <p className={classes.state} role="status">
        {state}
      </p>
      <div className={classes.actions}>{actions}</div>
      {children}
      <span hidden data-whole />
    </div>
  )
}
