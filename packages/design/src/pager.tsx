import type { ElementType, ReactNode } from 'react'
import { ButtonLink } from './button.tsx'
import classes from './pager.module.css'

export interface PagerProps {
  /** The purpose of the links, for screen readers. */
  readonly label: string
  /** The ways that there are, in order. Without any, and without a range, nothing is drawn. */
  readonly ways: readonly { readonly href: string; readonly label: string }[]
  /** The shown range and the total: "1–50 of 347". */
  readonly range?: ReactNode
  /** Draws the anchors; gets `href` and the rest. Default: `a`. */
  readonly link?: ElementType | undefined
}

/** The way through a list that the server cuts into pages. */
export function Pager({ label, ways, range, link }: PagerProps) {
  if (ways.length === 0 && range === undefined) return null
  return (
    <div className={classes.line}>
      {range !== undefined && (
        <p className={classes.range} role="status">
          {range}
        </p>
      )}
      {ways.length > 0 && (
        <nav className={classes.pager} aria-label={label}>
          {ways.map((way) => (
            <ButtonLink key={way.href} href={way.href} link={link} size="small">
              {way.label}
            </ButtonLink>
          ))}
        </nav>
      )}
    </div>
  )
}
