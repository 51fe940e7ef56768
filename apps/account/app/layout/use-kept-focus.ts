import { useEffect, useRef } from 'react'

/**
 * What was pressed may be gone once its answer is shown, and the focus with it: the part of the page that has
 * `data-keeps-focus` gets it then, else its `main`, so that the next key begins there and a screen reader reads on.
 * `busy`: something is on its way.
 */
export function useKeptFocus(busy: boolean): void {
  const wasBusy = useRef(busy)
  useEffect(() => {
    if (wasBusy.current && !busy && document.activeElement === document.body) {
      const kept = document.querySelector<HTMLElement>('[data-keeps-focus]') ?? document.querySelector('main')
      kept?.focus({ preventScroll: true })
    }
    wasBusy.current = busy
  })
}
