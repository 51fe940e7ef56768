import type { ComponentProps } from 'react'
import classes from './steady-text.module.css'

export interface SteadyTextProps extends Omit<ComponentProps<'span'>, 'className'> {
  /** Everything that may stand here; at least the largest of it. */
  readonly among: readonly string[]
}

/**
 * A text that changes, in the space of the largest that it may be: nothing around it moves, and no press goes astray. The
 * others take space alone: they are not read, heard or found. Without script there is nothing that changes.
 */
export function SteadyText({ among, children, ...shown }: SteadyTextProps) {
  return (
    <span className={classes.texts}>
      {among.map((text) => (
        <span key={text} className={classes.space} data-text={text} aria-hidden="true" />
      ))}
      <span {...shown}>{children}</span>
    </span>
  )
}
