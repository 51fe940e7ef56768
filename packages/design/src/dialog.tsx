import { type ReactNode, useEffect, useRef } from 'react'
import classes from './dialog.module.css'

export interface DialogProps {
  readonly title: ReactNode
  /** What can be done, the harmless thing first. */
  readonly actions: ReactNode
  /** Somebody wants to be rid of the question without an answer, by Escape. */
  readonly onDismiss: () => void
  readonly children?: ReactNode
}

/**
 * A question that is answered before anything else. Without script it stands above the page, in the same place; with
 * script the page beneath cannot be reached until it is answered.
 */
export function Dialog({ title, actions, onDismiss, children }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = box.current
    if (dialog === null || dialog.matches(':modal')) return
    dialog.close()
    dialog.showModal()
  }, [])
  return (
    <dialog
      open
      ref={box}
      className={classes.dialog}
      aria-labelledby="question"
      data-part="dialog"
      onCancel={(event) => {
        event.preventDefault()
        onDismiss()
      }}
    >
      <h2 id="question">{title}</h2>
      {children}
      <div className={classes.actions}>{actions}</div>
      <span hidden data-whole />
    </dialog>
  )
}
