import type { ReactNode } from 'react'
import classes from './search-box.module.css'
import { Icon } from './icon.tsx'

export interface SearchBoxProps {
  /** The name of the button with the magnifier. */
  readonly submit: string
  /** A field with a text input. Its label is for screen readers: the drawing and the text in it show its purpose. */
  readonly children: ReactNode
}

/** A field to search by, inside of a form. */
export function SearchBox({ submit, children }: SearchBoxProps) {
  return (
    <div className={classes.box} data-part="search-box">
      <button type="submit" title={submit}>
        <Icon name="search" size={18} />
        <span>{submit}</span>
      </button>
      {children}
    </div>
  )
}
