import { type ReactNode, useId } from 'react'
import classes from './copy-field.module.css'
import { CopyLine, type CopyTexts } from './copy-line.tsx'

export interface CopyFieldProps {
  readonly label: string
  readonly value: string
  readonly texts: CopyTexts
  readonly hint?: ReactNode
}

/** A text to be entered somewhere else, with its name above it. */
export function CopyField({ label, value, texts, hint }: CopyFieldProps) {
  const id = useId()
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <CopyLine id={id} value={value} texts={texts} describedBy={hint === undefined ? undefined : `${id}-hint`} />
      {hint !== undefined && (
        <p id={`${id}-hint`} className={classes.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}
