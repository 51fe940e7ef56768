import type { ReactNode } from 'react'
import classes from './gate-layout.module.css'
import { Mark, type Brand } from './mark.tsx'
import { Scene } from './scene.tsx'
import { SkipLink } from './skip-link.tsx'

export interface GateLayoutProps {
  readonly brand: Brand
  readonly skipLabel: string
  /** At the end of the header's line. */
  readonly header?: ReactNode
  readonly footer?: ReactNode
  /** False for a page without a picture; another picture replaces the drawn one. */
  readonly scene?: ReactNode
  /** The picture's position. `full`: behind everything; `card`: none; the form is a card. Default: `picture-right`. */
  readonly layout?: 'picture-right' | 'picture-left' | 'full' | 'card'
  readonly children: ReactNode
}

/** A page before the sign-in: one column with one task, and the scene if the window is wide enough. */
export function GateLayout({ brand, skipLabel, header, footer, scene = true, layout, children }: GateLayoutProps) {
  const hasScene = scene !== false
  return (
    <div
      className={classes.gate}
      data-part="gate-layout"
      data-scene={hasScene || undefined}
      data-layout={hasScene || layout === 'card' ? layout : undefined}
    >
      <SkipLink>{skipLabel}</SkipLink>
      <header className={classes.bar} data-print="no">
        <Mark brand={brand} />
        {header}
      </header>
      <main className={classes.main} id="main" tabIndex={-1}>
        <div className={classes.column}>{children}</div>
      </main>
      {footer && (
        <footer className={`${classes.bar} ${classes.foot}`} data-print="no">
          {footer}
        </footer>
      )}
      {hasScene && (
        <div className={classes.scene} data-part="scene" data-print="no">
          {scene === true ? <Scene /> : scene}
        </div>
      )}
    </div>
  )
}
