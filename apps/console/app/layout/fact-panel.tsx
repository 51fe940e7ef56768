import { Panel } from '@gatehouse/design/content'
import type { ReactNode } from 'react'
import classes from './fact-panel.module.css'

/** A card of rows, each with one fact: its name and its value. */
export function FactPanel({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes.facts}>
      <Panel>{children}</Panel>
    </div>
  )
}
