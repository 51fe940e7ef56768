import { useState } from 'react'
import classes from './copy-button.module.css'
import { useHydrated } from './hydrated.ts'
import { Icon } from './icon.tsx'

export interface CopyButtonProps {
  readonly value: string
  /** The label of the button. */
  readonly label: string
  /** The text that a screen reader says after the copy. */
  readonly copied: string
}

/** Copies a short text that stands beside it. Drawn once script runs; until then the space is kept. */
export function CopyButton({ value, label, copied: done }: CopyButtonProps) {
  const hydrated = useHydrated()
  const [copied, setCopied] = useState(false)
  if (!hydrated) return <span className={classes.space} />
  return (
    <>
      <button
        type="button"
        className={classes.copy}
        aria-label={label}
        title={label}
        onClick={() => void navigator.clipboard.writeText(value).then(() => setCopied(true))}
      >
        <Icon name={copied ? 'check' : 'copy'} size={16} />
      </button>
      <span role="status" data-unseen>
        {copied && done}
      </span>
    </>
  )
}
