import { useEffect, useRef } from 'react'

/**
 * Returns whether no control has the focus. A control that was hidden keeps it until the next frame is drawn, and
 * counts as gone.
 */
export function isFocusLost(): boolean {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || activeElement.getClientRects().length === 0
}

/**
 * Keeps the focus on the page when an answer removes or hides the focused control: it moves to the part with
 * `data-keeps-focus`, else to `main`, so that the next key begins there and a screen reader reads on. `busy`: a
 * navigation is under way.
 */
export function useKeptFocus(busy: boolean): void {
  const wasBusy = useRef(busy)
  useEffect(() => {
    if (wasBusy.current && !busy && isFocusLost()) {
      const kept = document.querySelector<HTMLElement>('[data-keeps-focus]') ?? document.querySelector('main')
      kept?.focus({ preventScroll: true })
    }
    wasBusy.current = busy
  })
}
