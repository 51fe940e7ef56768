import { type MouseEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import classes from './dialog.module.css'

export interface DialogProps {
  readonly title: ReactNode
  /** The actions, the harmless one first; absent: `children` have them. */
  readonly actions?: ReactNode
  readonly role?: 'alertdialog'
  /** It takes the focus itself, so that no key answers by accident; else its first control has it. */
  readonly takesFocus?: boolean
  /** The person dismisses it without an answer, by Escape or by a press beside it; absent: only its actions close it. */
  readonly onDismiss?: (() => void) | undefined
  readonly children?: ReactNode
}

/**
 * A question that has to be answered before anything else. Without script it stands above the page, in the same
 * position; with script the page beneath cannot be reached until it is answered, and then gets its focus back.
 */
export function Dialog({ title, actions, role, takesFocus = false, onDismiss, children }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const dialog = box.current
    if (dialog === null || dialog.matches(':modal')) return
    const { activeElement } = document
    const isInside = dialog !== activeElement && dialog.contains(activeElement)
    dialog.close()
    dialog.showModal()
    if (isInside && activeElement instanceof HTMLElement) activeElement.focus()
    else if (takesFocus) dialog.focus()
  }, [takesFocus])
  // Closing gives the focus back, which has to happen before the element is gone.
  useLayoutEffect(() => {
    const dialog = box.current
    return () => dialog?.close()
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape does the same
    <dialog
      open
      ref={box}
      role={role}
      tabIndex={-1}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is over everything else
      autoFocus={takesFocus}
      className={classes.dialog}
      aria-labelledby={titleId}
      data-part="dialog"
      onCancel={(event) => {
        event.preventDefault()
        onDismiss?.()
      }}
      onMouseDown={(event) => {
        if (isBeside(event)) onDismiss?.()
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
      {actions && <div className={classes.actions}>{actions}</div>}
      <span hidden data-whole />
    </dialog>
  )
}

/** The veil around a dialog belongs to it: only the position of the press distinguishes them. */
function isBeside({ target, currentTarget, clientX: x, clientY: y }: MouseEvent<HTMLDialogElement>): boolean {
  if (target !== currentTarget) return false
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return x < left || x > right || y < top || y > bottom
}
