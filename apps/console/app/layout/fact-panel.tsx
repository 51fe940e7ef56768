import { Panel } from '@gatehouse/design/content'
import type { ReactNode } from 'react'
import classes from './fact-panel.module.css'

/** A card of rows that each say one thing: its name, and what it is. */
export function FactPanel({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes.facts}>
      <Panel>{children}</Panel>
    </div>
  )
}
