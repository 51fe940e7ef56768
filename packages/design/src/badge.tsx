import type { ReactNode } from 'react'
import classes from './badge.module.css'

/** The meaning of a badge: `good` holds right now, `warn` should be looked at, `bad` has failed. */
export type BadgeTone = 'neutral' | 'good' | 'warn' | 'bad'

/** A word about the thing beside it. The usual state of a thing has no badge. */
export function Badge({ tone = 'neutral', children }: { readonly tone?: BadgeTone; readonly children: ReactNode }) {
  return (
    <span className={classes.badge} data-part="badge" data-tone={tone}>
      {children}
    </span>
  )
}
