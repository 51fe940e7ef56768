import type { SubmitEvent } from 'react'

/**
 * For forms that the browser does not check: half a date or half a number is sent as empty, which would delete the
 * stored value. Only the browser knows of it, so the browser reports it.
 */
export function holdUnreadable(event: SubmitEvent<HTMLFormElement>): void {
  const controls = [...event.currentTarget.elements]
  const unreadable = controls.find((control) => control instanceof HTMLInputElement && control.validity.badInput)
  if (!(unreadable instanceof HTMLInputElement)) return
  event.preventDefault()
  unreadable.reportValidity()
}
