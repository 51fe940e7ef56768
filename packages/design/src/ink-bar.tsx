import type { ReactNode } from 'react'
import classes from './ink-bar.module.css'

export interface InkBarProps {
  /** The purpose of the bar, for screen readers. */
  readonly label: string
  /** The position: at the foot of the `window`, or at the end of a `list` while that is in view. */
  readonly at: 'window' | 'list'
  /** The subject of the decision: "3 selected". Screen readers say it when it changes. */
  readonly state: ReactNode
  /** Buttons, the most likely one first. */
  readonly actions: ReactNode
  /** Elements apart from the buttons: a checkbox, a link that closes the bar. */
  readonly children?: ReactNode
}

/** A bar in the colours of the other scheme, over the page: the selection or unsaved changes, and the actions. */
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
